#!/bin/sh
# Teams over $mpi, an MPI: every collective as on threads, every mistake told to all ranks.
# SPDX-License-Identifier: BSD-2-Clause

# shellcheck source=tests/tap.sh
. "${GROVE_SOURCE:-.}/tests/tap.sh"
build=${GROVE_BUILD:-build}
temporary_folder

# Open MPI refuses to run as root, and on fewer cores than ranks, unless told.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1

# The MPIs are not sanitized. They leak memory of modules that are gone, and so have no name, by the end; and
# the thread sanitizer does not know how they order their threads.
case $(sed -n 's/^sanitize = //p' "$build/config.ninja") in
*thread*)
	echo 'the MPIs say nothing to a thread sanitizer'
	exit 77
	;;
?*) export ASAN_OPTIONS="${ASAN_OPTIONS:+$ASAN_OPTIONS:}detect_leaks=0" ;;
esac

launcher=$(sed -n "s/^launcher_${mpi:?} = //p" "$build/config.ninja")

# The ranks share the cores with other tests, so none is bound.
ranks() # ranks program argument...
{
	start=$launcher program=$build/mpi/$mpi/$2 count=$1
	[ "$mpi" != openmpi ] || start="$start --oversubscribe --bind-to none"
	shift 2
	# shellcheck disable=SC2086 # words
	timeout -k 5 100 $start -np "$count" "$program" "$@" >"$folder/said" 2>&1
}

try() # sentence ranks program argument...
{
	sentence=$1
	shift
	if [ -x "$build/mpi/$mpi/$2" ]; then
		ranks "$@"
		ok $? "mpi: $mpi: $sentence" "$(cat "$folder/said")"
	else
		skip "mpi: $mpi: $sentence" "this build has no libgrove-mpi for $mpi"
	fi
}

cases()
{
	few='broadcast:nesbt scatter:sbt gather:bfs allgather:bfs allreduce:nesbt-rb alltoall:sbt scan:updown barrier:bfs'

	try '2 ranks of 1 node' 2 mpi_verbs cube:1 0
	try '2 ranks of 2 nodes, a thread for each' 2 mpi_verbs gh:4 0
	try '2 ranks of 3 nodes, high dimensions within' 2 mpi_verbs star:3 0 scattered
	try 'messages and requests, a thread for each node' 2 mpi_messages gh:4 0 scattered
	try 'messages and requests, a node for each rank' 2 mpi_messages gh:2 0
	try 'messages and requests, nodes that share a thread' 2 mpi_messages cube:3 1
	try 'requests with sizes, 2 ranks of 2 nodes' 2 mpi_sized gh:4 0
	try 'requests with sizes, nodes that share a thread' 2 mpi_sized star:3 1
	try 'requests with sizes, 4 ranks' 4 mpi_sized cube:2 0
	try 'sub-teams, two threads with two nodes each' 2 mpi_splits cube:3 2
	try 'mistakes, late nodes and aborts' 2 mpi_faults
	try 'MPI_THREAD_FUNNELED' 2 mpi_faults funneled
	try 'a node gives up while large packets are under way' 3 mpi_aborts gh:3 1000000 2 2000000
	try 'large packets, a thread for each node' 2 mpi_bodies cube:2 0 1
	try 'large packets on many ranks, two nodes on a thread' 4 mpi_bodies cube:3 1 2
	try 'large packets that are folded, 2 ranks' 2 mpi_folds cube:1 0
	try 'large packets that are folded, two nodes on a thread' 2 mpi_folds gh:4 1
	try 'large packets that are folded, scattered nodes' 2 mpi_folds star:3 0 scattered
	try 'large packets that are folded, 4 ranks' 4 mpi_folds gh:4 0
	try "the MPI's own collectives are tried" 2 mpi_choices gh:2 8
	try "the MPI's own collectives are tried, in place" 4 mpi_choices cube:2 1000 in-place
	try "the MPI's own sums of floats are tried, if allowed" 2 mpi_choices gh:2 4096 any-order
	try "the MPI's own collectives are chosen, and mistakes are found" 3 mpi_choices ring:3 65536 slow
	try 'small collectives are tried in shared memory, and mistakes are found' 3 mpi_choices ring:3 64 mistakes
	try 'collectives of several pieces are tried in shared memory, in place' 3 mpi_choices gh:3 50000 in-place
	try "the MPI's own are tried for 4 nodes of a rank, in place" 2 mpi_choices cube:3 40 in-place
	try "the MPI's own are tried for 2 threads of a rank" 2 mpi_choices gh:4 1000 threads
	try 'mistakes of a node are found by the nodes of its rank' 2 mpi_choices gh:8 8008 mistakes
	try 'many ranks on few cores: 4 ranks of 4 nodes' 4 mpi_splits cube:4 0
	try 'all plans, 4 ranks' 4 mpi_plans cube:2 1,1027,70001 0,3
	# shellcheck disable=SC2086 # a list of words
	try 'a few plans, 16 ranks' 16 mpi_plans cube:4 1027,70001 0,5 $few
	try '8 ranks of 2 nodes' 8 mpi_messages cube:4 0
}
