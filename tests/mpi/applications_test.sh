#!/bin/sh
# A file counted, and a picture transposed, on teams over MPI: the output is that of the applications.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
build=${GROVE_BUILD:-build}
temporary_folder

# Open MPI refuses to run as root, and on fewer cores than ranks, unless told.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

{
	printf 'P5\n301 203\n255\n'
	head -c 61103 "$build/libgrove.a"
} >"$folder/in.pgm"
"$build/grove" transpose "$folder/in.pgm" "$folder/transposed.pgm" --seconds 0 >"$folder/said" &&
	"$build/grove" histogram "$build/libgrove.a" --seconds 0 | grep '^[0-9]* [0-9]*$' >"$folder/counts"

ranks() # MPI ranks argument...
{
	start=$(sed -n "s/^launcher_$1 = //p" "$build/config.ninja") program=$build/mpi/$1/mpi_apps count=$2
	[ "$1" != openmpi ] || start="$start --oversubscribe --bind-to none"
	shift 2
	# shellcheck disable=SC2086 # words
	timeout -k 5 100 $start -np "$count" "$program" "$@"
}

# A picture of odd sides on 8 nodes, and a file that no number of nodes divides.
try() # MPI ranks network threads
{
	if [ ! -x "$build/mpi/$1/mpi_apps" ]; then
		skip "mpi: $1: histogram of a file, $2 ranks" "this build has no libgrove-mpi for $1"
		skip "mpi: $1: transpose of a picture, $2 ranks" "this build has no libgrove-mpi for $1"
		return
	fi
	ranks "$1" "$2" "$3" "$4" histogram "$build/libgrove.a" >"$folder/got" 2>"$folder/said"
	[ -s "$folder/counts" ] && cmp "$folder/counts" "$folder/got" >>"$folder/said" 2>&1
	ok $? "mpi: $1: histogram of a file, $2 ranks" "$(cat "$folder/said")"
	rm -f "$folder/out.pgm"
	ranks "$1" "$2" "$3" "$4" transpose "$folder/in.pgm" "$folder/out.pgm" >"$folder/said" 2>&1
	cmp "$folder/transposed.pgm" "$folder/out.pgm" >>"$folder/said" 2>&1
	ok $? "mpi: $1: transpose of a picture, $2 ranks" "$(cat "$folder/said")"
}

plan 8
for mpi in openmpi mpich; do
	try "$mpi" 2 cube:3 1
	try "$mpi" 4 gh:2x4 0
done
finish
