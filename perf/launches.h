/* Joins the rows that several launches measured into a row with an interval over launches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LAUNCHES_H
#define PERF_LAUNCHES_H

#include "perf/bench_engine.h"

/* Joins row[0 .. launches - 1], the same row of each launch, in the order of time; at most
 * STATS_LAUNCHES. Launches differ by more than the operations of a launch do: by the places of
 * buffers, by the distance of cores, by other programs. So the interval is of the launches'
 * medians. Peak, bound and prediction are of the launch in the middle, and flags of any launch. If
 * a launch failed, then its error or wrong byte is the result. Stores the statistics of each launch
 * in launch[launches], which the result borrows. */
struct bench_result launches_join(
	struct stats *launch, const struct bench_result *const *row, int launches);

#endif
