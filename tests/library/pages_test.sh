#!/bin/sh
# The programs of README.md and docs/library.md: built and run as they stand there.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
# shellcheck source=tests/page.sh
. "$source/tests/page.sh"
temporary_folder
page=$source/docs/library.md
readme=$source/README.md

# Builds and runs program $2 in C of page $1, with flags.
run()
{
	program "$1" c "$2" >"$folder/program.c"
	shift 2
	# shellcheck disable=SC2086 # words
	${CC:-cc} -std=c11 -Wall -Wextra -Werror ${SANITIZE:-} "$@" -I"$source/include" -o "$folder/program" \
		"$folder/program.c" "$build/libgrove.so" -Wl,-rpath,"$PWD/$build" && "$folder/program"
}

[ -z "${GROVE_COUNTERS:-}" ] || { echo "1..0 # SKIP programs would lack the calls of coverage"; exit 77; }
[ -e "$build/libgrove.so" ] || { echo "1..0 # SKIP no shared library"; exit 77; }
plan 7
said=$(run "$page" 1 2>&1) && [ "$said" = 'the sum of the differences is 7' ]
ok $? "pages: the program of MPI" "$said"

echo 'int main(void) { return 0; }' >"$folder/empty.c"
if [ -n "${SANITIZE:-}" ] || ! ${CC:-cc} -fopenmp -o "$folder/empty" "$folder/empty.c" 2>/dev/null; then
	skip "pages: the program of OpenMP" 'no OpenMP, or a sanitizer that does not know it'
else
	said=$(run "$page" 2 -fopenmp 2>&1) && [ "$said" = 'the sum of all threads is 10' ]
	ok $? "pages: the program of OpenMP" "$said"
fi
[ "$(grep -c '^```c$' "$page")" = 2 ]
ok $? "pages: no other program stands there"

# Every name of grove in the page is one of the headers.
lines=$(unknown_names "$page" "$source/include")
[ -z "$lines" ]
ok $? "pages: each name is one of the headers" "$lines"

said=$(run "$readme" 1 -Wno-unused-parameter 2>&1) && [ "$said" = 'the sum of all node numbers is 28' ]
ok $? "pages: the C program of the README" "$said"
if [ -n "${SANITIZE:-}" ] || ! command -v python3 >/dev/null; then
	skip "pages: the Python program of the README" 'no python3, or a library with calls of a sanitizer'
else
	program "$readme" python 1 >"$folder/program.py"
	said=$(GROVE_LIBRARY=$(cd "$build" && pwd)/libgrove.so PYTHONPATH=$source/examples PYTHONDONTWRITEBYTECODE=1 \
		python3 "$folder/program.py" 2>&1) && [ "$said" = 'the sum of all node numbers is 28.0' ]
	ok $? "pages: the Python program of the README" "$said"
fi
# Every link and picture of the README leads to a file.
lines=$(grep -oE '\]\([^)]*\)' "$readme" | sed 's/^](//; s/)$//' | sort -u | while read -r file; do
	[ -e "$source/$file" ] || echo "$file"
done)
[ -z "$lines" ] && grep -q '](docs/library.md)' "$readme"
ok $? "pages: the links of the README lead to files" "$lines"
finish
