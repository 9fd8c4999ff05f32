#!/bin/sh
# The command on the ranks of Open MPI.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=openmpi
# shellcheck source=tests/mpi/command_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/command_cases.sh"

plan 21
cases
finish
