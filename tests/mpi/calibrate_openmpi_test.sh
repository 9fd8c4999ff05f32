#!/bin/sh
# Calibrated links between the ranks of Open MPI.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=openmpi
# shellcheck source=tests/mpi/calibrate_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/calibrate_cases.sh"

plan 11
links
finish
