#!/bin/sh
# Every task of the lessons, solved by mouse, and by keys.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive solves_by_mouse solves_by_keys
