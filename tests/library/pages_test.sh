#!/bin/sh
# The programs that stand in the page for programmers of MPI and OpenMP: built and run as they stand there.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
page=$source/docs/library.md

# Program number $1 of the page.
program()
{
	awk -v number="$1" '
		/^```c$/ { open = ++count == number; next }
		/^```$/ { open = 0 }
		open' "$page"
}
# Builds and runs program $1, with flags.
run()
{
	program "$1" >"$folder/program.c"
	shift
	# shellcheck disable=SC2086 # words
	${CC:-cc} -std=c11 -Wall -Wextra -Werror ${SANITIZE:-} "$@" -I"$source/include" -o "$folder/program" \
		"$folder/program.c" "$build/libgrove.so" -Wl,-rpath,"$PWD/$build" && "$folder/program"
}

[ -z "${GROVE_COUNTERS:-}" ] || { echo "1..0 # SKIP programs would lack the calls of coverage"; exit 77; }
[ -e "$build/libgrove.so" ] || { echo "1..0 # SKIP no shared library"; exit 77; }
plan 4
said=$(run 1 2>&1) && [ "$said" = 'the sum of the differences is 7' ]
ok $? "pages: the program of MPI" "$said"

echo 'int main(void) { return 0; }' >"$folder/empty.c"
if [ -n "${SANITIZE:-}" ] || ! ${CC:-cc} -fopenmp -o "$folder/empty" "$folder/empty.c" 2>/dev/null; then
	skip "pages: the program of OpenMP" 'no OpenMP, or a sanitizer that does not know it'
else
	said=$(run 2 -fopenmp 2>&1) && [ "$said" = 'the sum of all threads is 10' ]
	ok $? "pages: the program of OpenMP" "$said"
fi
[ "$(grep -c '^```c$' "$page")" = 2 ]
ok $? "pages: no other program stands there"

# Every name of grove in the page is one of the headers.
lines=$(grep -oE '(grove|GROVE)_[A-Za-z0-9_]+' "$page" | sort -u | while read -r word; do
	grep -qw "$word" "$source/include/grove.h" "$source/include/grove_measure.h" || echo "$word"
done)
[ -z "$lines" ]
ok $? "pages: each name is one of the headers" "$lines"
finish
