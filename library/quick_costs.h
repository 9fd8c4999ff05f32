/* Quick costs are measured for a team on a machine that was not calibrated. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_QUICK_COSTS_H
#define LIBRARY_QUICK_COSTS_H

#include "plan/costs/copy_costs.h"

enum {
	QUICK_BYTES = 1 << 20 /* the largest copy */
};

/* Measures in less than 50 ms: packets, and copies of fresh and resident data up to QUICK_BYTES,
 * within the first thread and between the first two threads of a team. The two threads are pinned
 * to these cpus; -1 means not pinned, NULL that there is a single thread. The costs of two threads
 * become the class same-l3, whatever the cpus share. What is not measured remains unknown. Returns
 * 0 or -errno with why. */
int quick_costs(struct measured_costs *costs, const int *cpus);

#endif
