/* Calls the MPI's own collective that does the work of a row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_MPI_RIVAL_H
#define TOOL_MPI_MPI_RIVAL_H

#include "perf/timing/process_group.h"

extern const struct rival mpi_rival;

#endif
