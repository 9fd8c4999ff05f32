#!/bin/sh
# Collectives from all to all by all algorithms, on 64 simulated ranks: data as in the reference and on threads.
# SPDX-License-Identifier: BSD-2-Clause

set -u
# shellcheck source=tests/mpi/simulated_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/simulated_cases.sh"

plan 4
for collective in allgather reducescatter allreduce alltoall; do
	try "64 ranks, all algorithms of $collective" cube:6 mpi_plans cube:6 64 5 "$collective"
done
finish
