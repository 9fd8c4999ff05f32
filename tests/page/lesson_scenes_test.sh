#!/bin/sh
# Every scene of every lesson, on a desk, a laptop and a phone, and in lecture mode.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive shows_every_scene
