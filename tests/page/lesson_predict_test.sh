#!/bin/sh
# Every prediction of the lessons, wrong and right.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/page/lesson_browser.sh
. "${GROVE_SOURCE:-.}/tests/page/lesson_browser.sh"
drive predicts_wrong_and_right
