#!/bin/sh
# docs/lectures.md and docs/errata.md: every command runs, and says what the page says that it says.
# SPDX-License-Identifier: BSD-2-Clause

# Commands are indented and begin with "grove ", or with "for ", "echo " or "printf " of the shell; "# text"
# behind one is a part of its output, in which blanks count as one. TAP on standard output.

set -u
source=${GROVE_SOURCE:-.}
build=${GROVE_BUILD:-build}
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
	[ "$1" = 0 ] && word=ok || word='not ok'
	printf '%s %d - %s\n' "$word" $number "$2"
}

# The output of the last command, blanks squeezed.
holds() # text
{
	{ echo; cat "$work/output"; echo; } | tr -s ' \n' '  ' | grep -qF -- " $1 "
}

run() # command
{
	(cd "$work" && eval "$1") >"$work/output" 2>"$work/errors"
	status=$?
	case $1 in
	*'> '*.svg) file=${1##*> } && cp "$work/$file" "$work/output" ;;
	esac
	[ $status = 0 ] && [ -s "$work/output" ] && ! [ -s "$work/errors" ]
	ran=$?
	[ $ran = 0 ] || sed 's/^/# /' "$work/errors"
	say $ran "$1"
}

read_page() # page least
{
	first=$number
	while IFS= read -r line; do
		case $line in
		'    grove '* | '    for '* | '    echo '* | '    printf '*) run "${line#    }" ;;
		'    # '*)
			holds "${line#    \# }"
			say $? "${line#    }"
			;;
		esac
	done <"$1"
	[ $((number - first)) -gt "$2" ]
	say $? "$1 has commands"
}

read_page "$source/docs/lectures.md" 80
read_page "$source/docs/errata.md" 80
echo "1..$number"
exit $failed
