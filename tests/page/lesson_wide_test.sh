#!/bin/sh
# Every scene of every lesson, on a desk and on a laptop.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive shows_every_scene_on_wide_screens
