/* The time of ranks, where time is simulated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_MPI_RANK_TIME_H
#define TOOL_MPI_RANK_TIME_H

#include "perf/timing/process_group.h"

/* Returns the simulated time of the ranks of MPI_COMM_WORLD, or NULL if time is real. */
const struct simulated_time *rank_time(void);

#endif
