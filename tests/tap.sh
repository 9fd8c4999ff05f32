# The few words that tests written in shell speak TAP with; read in with `.`.
# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=sh

tap_number=0 tap_bad=0

plan() # how many tests
{
	echo "1..$1"
}

ok() # status sentence [details]
{
	tap_number=$((tap_number + 1))
	if [ "$1" -eq 0 ]; then
		echo "ok $tap_number - $2"
	else
		echo "not ok $tap_number - $2"
		[ -z "${3:-}" ] || printf '%s\n' "$3" | sed 's/^/# /'
		tap_bad=1
	fi
}

skip() # sentence reason
{
	tap_number=$((tap_number + 1))
	echo "ok $tap_number - $1 # SKIP $2"
}

# Makes $folder, which goes away when the test ends.
temporary_folder()
{
	folder=$(mktemp -d "${TMPDIR:-/tmp}/grove-test.XXXXXX") || exit 1
	trap 'rm -rf "$folder"' EXIT
	trap 'exit 130' INT TERM HUP
}

finish()
{
	exit $tap_bad
}
