/* Times packets within a thread and between two threads, by small collectives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_START_UP_PROBE_H
#define PERF_START_UP_PROBE_H

#include "plan/model/copy_costs.h"

/* Measure the start-ups of a single thread, and of two threads pinned to these cpus. Return 0 or
 * -errno with why. */
int start_ups_of_thread(struct pair_costs *costs);
int start_ups_of_pair(struct pair_costs *costs, const int cpus[2]);

#endif
