#!/bin/sh
# Teams over MPI under SimGrid, to 256 ranks: plans, verbs, messages and sub-teams as on threads.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/mpi/simulated_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/simulated_cases.sh"

plan 16
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
try 'a node gives up while large packets are under way' cube:2 mpi_aborts cube:2 1000000 6 300000
try 'sub-teams, 4 ranks of 2 nodes' cube:2 mpi_splits cube:3 1
tau=1e-8 # a message may take longer than a later, shorter one
try 'sub-teams on slow links' cube:2 mpi_splits cube:3 1
finish
