#!/bin/sh
# The programs of examples/ get serial results with gcc and clang, static and shared, in C11 and C++17.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=${GROVE_SOURCE:-.} build=${GROVE_BUILD:-build}
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder

if [ -n "${GROVE_COUNTERS:-}" ]; then
	echo "1..0 # SKIP the library counts lines, which these programs do not"
	exit 77
fi
libs="-lm -ldl $(sed -n 's/^switch_libs = //p' "$build/config.ninja")"
fftw=$(sed -n 's/^fftw_libs = //p' "$build/config.ninja")
all='grid 2 3 5:jacobi 33 100:kmeans_phased 500 20:sample_sort 5000 3'
expected='grid: the product is right to 1e-12, TIME
jacobi: 100 steps of 33 x 33: right, TIME a step
kmeans_phased: 20 rounds of 500 points: right, TIME a round
sample_sort: 5000 keys on 3 nodes are sorted, TIME'
if [ -n "$fftw" ]; then # FFTW is not everywhere
	all="$all:fft 60 3 2"
	expected="$expected
fft: 60 x 60 on 3 nodes: right, TIME"
fi

# Compiles and runs all programs. Each prints a line, in which TIME stands for the time.
run_all() # compiler-of-C compiler-of-C++ library...
{
	c=$1 cxx=$2
	shift 2
	left=$all:
	while [ -n "$left" ]; do
		program=${left%%:*} left=${left#*:}
		name=${program%% *}
		if [ -e "$source/examples/$name.c" ]; then
			set -- "$c -std=c11 -D_GNU_SOURCE" "$name.c" "$@"
		else
			set -- "$cxx -std=c++17" "$name.cc" "$@"
		fi
		compile=$1 file=$2
		shift 2
		# shellcheck disable=SC2086 # words
		$compile -O2 -Wall -Wextra -Werror ${SANITIZE:-} -I"$source/include" -o "$folder/$name" \
			"$source/examples/$file" "$@" $fftw -pthread || return
		# shellcheck disable=SC2086
		printf '%s: %s\n' "$name" "$("$folder/$name" ${program#* } 2>&1 |
			sed 's/[0-9.]* [mu]s/TIME/')"
	done
}

try() # sentence compiler-of-C compiler-of-C++ library...
{
	sentence=$1
	shift
	if ! command -v "$1" >/dev/null || ! command -v "$2" >/dev/null; then
		skip "programs: $sentence" "$1 or $2 is not here"
		return
	fi
	said=$(run_all "$@" 2>&1)
	[ "$said" = "$expected" ]
	ok $? "programs: $sentence" "$said"
}

LD_LIBRARY_PATH=$build
export LD_LIBRARY_PATH
if [ -n "${SANITIZE:-}" ]; then # by the compiler that the library was made by
	plan 1
	case $CC in *clang*) cxx=clang++ ;; *) cxx=g++ ;; esac
	# shellcheck disable=SC2086 # words
	try 'nothing to say for a sanitizer' "$CC" "$cxx" "$build/libgrove.a" $libs
else
	plan 2
	# shellcheck disable=SC2086
	try 'gcc, static' gcc g++ "$build/libgrove.a" $libs
	try 'clang, shared' clang clang++ -L"$build" -lgrove -lm
fi
finish
