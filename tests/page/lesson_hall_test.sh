#!/bin/sh
# Every scene of every lesson in lecture mode.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive every_scene_in_a_hall
