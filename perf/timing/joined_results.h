/* Joins what the processes of a team have measured, so that all of them know the same. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_JOINED_RESULTS_H
#define PERF_TIMING_JOINED_RESULTS_H

#include "perf/data/test_pattern.h"
#include "runtime/team/team.h"

/* All processes of the team call these functions at the same point, when no job runs. On a team of
 * one process they change nothing. */

/* Each sample becomes that of the slowest process. */
void join_samples(struct team *team, double *sample, size_t count);

/* All get the wrong byte of the lowest node. */
void join_wrong(struct team *team, struct wrong *wrong);

/* Returns the greatest of all values. */
int join_greatest(struct team *team, int value);

/* Returns the bits that any process has set. */
int join_flags(struct team *team, int flags);

/* Returns the seconds since `begin` of monotonic_seconds(), as the slowest process counts them. */
double joined_seconds(struct team *team, double begin);

#endif
