#!/bin/sh
# docs/lectures.md: every command runs, and says what the page says that it says.
# SPDX-License-Identifier: BSD-2-Clause

# Commands are indented and begin with "grove "; "# text" behind one is a part of its output, in which
# blanks count as one. TAP on standard output.

set -u
source=${GROVE_SOURCE:-.}
build=${GROVE_BUILD:-build}
page=$source/docs/lectures.md
PATH=$(cd "$build" && pwd):$PATH
export PATH
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
number=0
failed=0

say() # status text
{
	number=$((number + 1))
	[ "$1" = 0 ] || failed=1
	[ "$1" = 0 ] && echo "ok $number - $2" || echo "not ok $number - $2"
}

# The output of the last command, blanks squeezed.
holds() # text
{
	tr -s ' \n' '  ' <"$work/output" | grep -qF -- " $1 "
}

run() # command
{
	(cd "$work" && eval "$1") >"$work/output" 2>"$work/errors"
	status=$?
	case $1 in
	*'> '*) file=${1##*> } && cp "$work/$file" "$work/output" ;;
	esac
	[ $status = 0 ] && [ -s "$work/output" ] && ! [ -s "$work/errors" ]
	ran=$?
	[ $ran = 0 ] || sed 's/^/# /' "$work/errors"
	say $ran "$1"
}

while IFS= read -r line; do
	case $line in
	'    grove '*) run "${line#    }" ;;
	'    # '*)
		holds "${line#    \# }"
		say $? "${line#    }"
		;;
	esac
done <"$page"

[ $number -gt 30 ]
say $? "the page has commands"
echo "1..$number"
exit $failed
