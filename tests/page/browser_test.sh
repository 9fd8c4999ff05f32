#!/bin/sh
# The page of `grove explore`, opened in headless Chromium and used by mouse and by keyboard.
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
"$grove" explore >page.html 2>err || lacks "no page: $(head -n 1 err)"
axe=$("$source/tests/page/axe.sh" 2>err) || axe=
HOME=$folder /usr/bin/python3 "$source/tests/page/browser_page.py" "$folder/page.html" "$grove" "${axe:-$(cat err)}"
