#!/bin/sh
# The command on the ranks of MPICH.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=mpich
# shellcheck source=tests/mpi/command_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/command_cases.sh"

plan 26
cases
words
finish
