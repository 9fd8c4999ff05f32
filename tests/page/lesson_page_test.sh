#!/bin/sh
# The pages of the lessons, opened in headless Chromium at four sizes, and used by mouse and by keyboard.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

lacks()
{
	echo "$1"
	exit 77
}

# shellcheck disable=SC2015 # neither is lacking
command -v chromium >/dev/null && command -v chromedriver >/dev/null || lacks 'no chromium and chromedriver'
/usr/bin/python3 -c 'import selenium' 2>/dev/null || lacks 'no selenium for /usr/bin/python3'
[ -e "$build/lesson.html" ] || lacks 'no page: no clang for wasm32'
cp "$grove" "$build/lesson.html" "$build/explorer.html" . || exit 1
sh "$source/lessons/join.sh" "$source/lessons" "$folder/grove" lessons || exit 1
axe=$("$source/tests/page/axe.sh" 2>err) || axe=
HOME=$folder /usr/bin/python3 "$source/tests/page/lesson_page.py" "$folder/lessons" "${axe:-$(cat err)}"
