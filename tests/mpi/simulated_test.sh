#!/bin/sh
# Teams over MPI under SimGrid, to 256 ranks: plans, verbs, messages and sub-teams as on threads.
# SPDX-License-Identifier: BSD-2-Clause

set -u
source=$(cd "${GROVE_SOURCE:-.}" && pwd)
build=$(cd "${GROVE_BUILD:-build}" && pwd)
programs=$build/mpi/simulated
# shellcheck source=tests/tap.sh
. "$source/tests/tap.sh"
temporary_folder
cd "$folder" || exit 1
if [ ! -e "$programs/mpi_plans" ] || head -c 2 "$programs/mpi_plans" | grep -q '#!'; then
	echo 'SimGrid (libsimgrid-dev) is not here'
	exit 77
fi

# A host for each node of the platform, and a rank on each host. A test of a request takes a nanosecond, or
# a loop of such tests would never let time pass.
simulate() # platform program argument...
{
	"$build/grove" platform "$1" --beta 1e-6 --tau 1e-10 --hostfile hosts >platform.xml || return
	program=$programs/$2
	shift 2
	timeout -k 5 100 sh "$source/perf/clusters/simulate.sh" platform.xml hosts "$(wc -l <hosts)" \
		--cfg=smpi/privatization:dlopen --cfg=smpi/test:1e-9 "$program" "$@"
}

try() # sentence platform program argument...
{
	sentence=$1
	shift
	simulate "$@" >said 2>&1
	ok $? "simulated: $sentence" "$(cat said)"
}

plan 14
for net in cube:2 gh:2x3 star:3 torus:3x3 ring:5 mesh:2x3; do
	try "all plans, $net" "$net" mpi_plans "$net" 1,1027,3003 0,3
done
few='broadcast reduce:bfs scatter:bfs gather:bfs allgather:bfs reducescatter:bfs allreduce:bfs alltoall:bfs'
# shellcheck disable=SC2086 # a list of words
try '24 ranks, star:4' star:4 mpi_plans star:4 1027 5 $few
# shellcheck disable=SC2086 # a list of words
try '64 ranks, cube:6' cube:6 mpi_plans cube:6 1027 0,5 $few
try '256 ranks, cube:8' cube:8 mpi_plans cube:8 1027 3 broadcast:nesbt broadcast:sbt reduce:nesbt scatter:sbt \
	gather:sbt allreduce:nesbt-rb scan:updown barrier:bfs
try 'verbs, 8 ranks' cube:3 mpi_verbs cube:3 0
try 'verbs, 2 ranks of 4 nodes on a thread' cube:1 mpi_verbs cube:3 1
try 'large packets that are folded, 4 ranks' cube:2 mpi_folds cube:2 0
try 'messages and requests, 4 ranks of 2 nodes' cube:2 mpi_messages cube:3 1
try 'sub-teams, 4 ranks of 2 nodes' cube:2 mpi_splits cube:3 1
finish
