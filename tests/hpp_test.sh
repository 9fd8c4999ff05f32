#!/bin/sh
# The C++ header: each function beside its result, exceptions across threads, and the C++ example.
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
for compiler in g++ clang++; do
	command -v $compiler
done >"$folder/here"
[ -s "$folder/here" ] || { echo "1..0 # SKIP no compiler of C++ is here"; exit 77; }

warnings='-Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Werror'

# Builds a program in a standard, with the static or the shared library.
built() # compiler standard library source
{
	# shellcheck disable=SC2086 # words
	said=$($1 -std="$2" $warnings -O1 -pthread -I"$source/include" -I"$source" -o "$folder/program" \
		"$4" "$build/$3" -lm -ldl -Wl,-rpath,"$PWD/$build" 2>&1)
}

plan "$(($(wc -l <"$folder/here") * 6))"
while read -r compiler; do
	name=${compiler##*/}
	for case in 'c++17 libgrove.a' 'c++20 libgrove.so'; do
		# shellcheck disable=SC2086 # a standard and a library
		set -- $case
		built "$compiler" "$1" "$2" "$source/tests/hpp.cc"
		ok $? "grove.hpp: $name -std=$1 builds without a warning, with $2" "$said"
		said=$(timeout 60 "$folder/program" 2>&1) && [ "$said" = right ]
		ok $? "grove.hpp: $name: results and exceptions, with $2" "$said"
	done
	built "$compiler" c++17 libgrove.a "$source/examples/kmeans.cc"
	ok $? "grove.hpp: $name builds the example kmeans" "$said"
	said=$("$folder/program" 2>&1) && [ "$said" = '20000 points, centres within 0.00 of the circle' ]
	ok $? "grove.hpp: $name: kmeans finds the centres" "$said"
done <"$folder/here"
finish
