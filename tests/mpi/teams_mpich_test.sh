#!/bin/sh
# Teams over the ranks of MPICH.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=mpich
# shellcheck source=tests/mpi/teams_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/teams_cases.sh"

plan 34
cases
try '3 ranks of a network on which each root has plans of its own' 3 mpi_verbs mesh:2x3 1
try '4 ranks of 2 nodes on a thread' 4 mpi_verbs torus:2x4 1
finish
