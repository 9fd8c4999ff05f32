#!/bin/sh
# Calibrated links between the ranks of MPICH.
# SPDX-License-Identifier: BSD-2-Clause

set -u
mpi=mpich
# shellcheck source=tests/mpi/calibrate_cases.sh
. "${GROVE_SOURCE:-.}/tests/mpi/calibrate_cases.sh"

plan 12
links
finish
