/* Times packets within a thread and between two threads, by small collectives. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_START_UPS_H
#define LIBRARY_START_UPS_H

#include "plan/costs/copy_costs.h"

enum {
	START_BATCHES = 21
};

/* Measures a start-up other than START_LINE, on a team of its own. `thread` has the times of
 * START_PACKET and START_CALL, against which the later start-ups are measured. Two threads are
 * pinned to these cpus; -1 means not pinned. Takes that many batches, at most START_BATCHES,
 * besides some to warm up. Returns 0 or -errno with why. */
int start_up_measure(enum start_up start, const struct pair_costs *thread, const int cpus[2],
	int batches, struct quantity *quantity);

#endif
