/* Calls MPI's own function for a collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CLUSTERS_PLAYER_CALLS_H
#define PERF_CLUSTERS_PLAYER_CALLS_H

#include <stddef.h>
#include "plan/problem.h"

/* Runs the collective of the problem on MPI_COMM_WORLD, with blocks of that many bytes; folds are
 * sums of unsigned bytes; with `timed` nothing is computed. Returns 0, or 1 if MPI has no function
 * for the collective. */
int player_call(const struct problem *problem, void *in, void *out, size_t bytes, bool timed);

#endif
