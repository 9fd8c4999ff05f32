#!/bin/sh
# Teams over the ranks of Open MPI.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=openmpi
# shellcheck source=tests/mpi/teams_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/teams_cases.sh"

plan 33
cases
try '4 ranks of 1 node' 4 mpi_verbs cube:2 0
finish
