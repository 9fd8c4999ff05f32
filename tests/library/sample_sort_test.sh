#!/bin/sh
# The example in C++ sorts any number of keys on any number of nodes, and compares with std::sort.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

if [ -n "${SANITIZE:-}${GROVE_COUNTERS:-}" ]; then
	echo "1..0 # SKIP the library has calls of a sanitizer or of coverage, this program has not"
	exit 77
fi
for compiler in ${CXX:-} g++ clang++ c++; do
	command -v "$compiler" && break
done >"$folder/here"
[ -s "$folder/here" ] || { echo "1..0 # SKIP no compiler of C++ is here"; exit 77; }
plan 7

compiler=$(head -n 1 "$folder/here")
said=$($compiler -std=c++17 -O2 -Wall -Wextra -Werror -I"$source/include" -o "$folder/sample_sort" \
	"$source/examples/sample_sort.cc" -L"$build" -lgrove -pthread 2>&1)
ok $? 'sample_sort: C++17 builds the example, without a warning' "$said"
for run in '0 1' '1 2' '10 3' '100000 2' '4099 16'; do
	# shellcheck disable=SC2086 # two words
	said=$(LD_LIBRARY_PATH=$build "$folder/sample_sort" $run 2>&1)
	status=$?
	case $said in
	"${run% *} keys on ${run#* } nodes are sorted, "*) ;;
	*) status=1 ;;
	esac
	ok $status "sample_sort: $run" "$said"
done
said=$(LD_LIBRARY_PATH=$build "$folder/sample_sort" 10 0 2>&1)
[ $? = 1 ] && [ "${said#*gh:0}" != "$said" ]
ok $? 'sample_sort: no nodes are refused' "$said"
finish
