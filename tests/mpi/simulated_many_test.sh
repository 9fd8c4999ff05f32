#!/bin/sh
# Teams over MPI on 64 and 256 simulated ranks: data as in the serial reference and on threads.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/mpi/simulated_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/simulated_cases.sh"

plan 9
# All algorithms on 64 ranks, with little data: here those with a root, and others that take little time. On
# 256 ranks a few algorithms: all algorithms of the barrier alone take the simulator a minute there.
for collective in broadcast reduce scatter gather scan barrier send permute; do
	try "64 ranks, all algorithms of $collective" cube:6 mpi_plans cube:6 64 5 "$collective"
done
try '256 ranks, all to all' cube:8 mpi_plans cube:8 64 3 allgather:sbt allgather:bfs reducescatter:sbt alltoall:sbt \
	barrier:sbt barrier:bfs barrier:nesbt
finish
