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
built() # compiler standard library source option...
{
	compiler=$1 standard=$2 library=$3 program=$4
	shift 4
	# shellcheck disable=SC2086 # words
	said=$($compiler "$@" -std="$standard" $warnings -pthread -I"$source/include" -I"$source" -o "$folder/program" \
		"$program" "$build/$library" -lm -ldl -Wl,-rpath,"$PWD/$build" 2>&1)
}

# Each compiler with a standard and a library; the example with the first compiler.
plan "$(($(wc -l <"$folder/here") * 2 + 3))"
case='c++17 libgrove.a'
while read -r compiler; do
	name=${compiler##*/}
	# shellcheck disable=SC2086 # a standard and a library
	built "$compiler" $case "$source/tests/library/hpp.cc"
	ok $? "grove.hpp: $name builds without a warning, ${case% *} with ${case#* }" "$said"
	said=$(timeout 60 "$folder/program" 2>&1) && [ "$said" = right ]
	ok $? "grove.hpp: $name: results and exceptions, with ${case#* }" "$said"
	case='c++20 libgrove.so'
done <"$folder/here"
first=$(head -n 1 "$folder/here")
sentence='grove.hpp: a program with the address sanitizer, and the library without'
echo 'int main() { return 0; }' >"$folder/empty.cc"
if "$first" -fsanitize=address "$folder/empty.cc" -o "$folder/empty" 2>"$folder/why"; then
	built "$first" c++17 libgrove.a "$source/tests/library/hpp.cc" -fsanitize=address &&
		said=$(ASAN_OPTIONS=detect_leaks=0 timeout 60 "$folder/program" 2>&1) &&
		[ "$said" = right ]
	ok $? "$sentence" "$said"
else
	skip "$sentence" "$first has no address sanitizer"
fi
built "$first" c++17 libgrove.a "$source/examples/kmeans.cc"
ok $? 'grove.hpp: the example kmeans is built' "$said"
said=$("$folder/program" 2>&1) && [ "$said" = '20000 points, centres within 0.00 of the circle' ]
ok $? 'grove.hpp: kmeans finds the centres' "$said"
finish
