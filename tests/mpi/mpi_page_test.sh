#!/bin/sh
# The two programs of docs/mpi.md, before and after: built as they stand there, they print the same.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd) build=$(cd "${GROVE_BUILD:-build}" && pwd)
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
# shellcheck source=tests/page.sh
. "$source/tests/page.sh"
temporary_folder
page=$source/docs/mpi.md

# Open MPI refuses to run as root, and on fewer cores than ranks, unless told.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

setting() # name
{
	sed -n "s/^$1 = //p" "$build/config.ninja"
}

# Sets $said to what program $2 of the page prints on two ranks.
run() # MPI number library...
{
	mpi=$1 start=$(setting "launcher_$1")
	[ "$mpi" != openmpi ] || start="$start --oversubscribe --bind-to none"
	program "$page" c "$2" >"$folder/program.c"
	shift 2
	# shellcheck disable=SC2046,SC2086 # words
	said=$($(setting "peer_$mpi") -std=c11 -Wall -Wextra -Werror -I"$source/include" -o "$folder/program" \
		"$folder/program.c" "$@" -Wl,-rpath,"$build/mpi/$mpi:$build" 2>&1 &&
		timeout -k 5 60 $start -np 2 "$folder/program" 2>&1)
}

plan 6
[ "$(grep -c '^```c$' "$page")" = 2 ]
ok $? 'mpi page: there are two programs'
lines=$(unknown_names "$page" "$source/include")
[ -z "$lines" ]
ok $? 'mpi page: each name is one of the headers' "$lines"
for mpi in openmpi mpich; do
	library=$build/mpi/$mpi/libgrove-mpi.so
	if [ -n "${SANITIZE:-}" ] || [ ! -e "$library" ]; then
		skip "mpi page: $mpi: the program before" 'a sanitizer, or no libgrove-mpi for it'
		skip "mpi page: $mpi: the program after" 'a sanitizer, or no libgrove-mpi for it'
		continue
	fi
	run $mpi 1 && [ "$said" = 'pi is 3.141592654' ]
	ok $? "mpi page: $mpi: the program before" "$said"
	run $mpi 2 "$library" "$build/libgrove.so" && [ "$said" = 'pi is 3.141592654' ]
	ok $? "mpi page: $mpi: the program after" "$said"
done
finish
