#!/bin/sh
# Every scene of every lesson, on a phone and in lecture mode.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive shows_every_scene_on_phone_and_in_hall
