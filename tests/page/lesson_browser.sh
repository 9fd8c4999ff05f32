# Drives the pages of the lessons by the tests of lesson_page.py that are named; read in with `.`.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh

# shellcheck source=tests/command.sh
. "${GROVE_SOURCE:-.}/tests/command.sh"

lacks()
{
	echo "$1"
	exit 77
}

drive() # tests
{
	# shellcheck disable=SC2015 # neither is lacking
	command -v chromium >/dev/null && command -v chromedriver >/dev/null || lacks 'no chromium and chromedriver'
	/usr/bin/python3 -c 'import selenium' 2>/dev/null || lacks 'no selenium for /usr/bin/python3'
	[ -e "$build/lessons/index.html" ] || lacks 'no pages: ninja lessons makes them'
	axe=$("$source/tests/page/axe.sh" 2>err) || axe=
	HOME=$folder /usr/bin/python3 "$source/tests/page/lesson_page.py" "$build/lessons" "${axe:-$(cat err)}" "$@"
}
