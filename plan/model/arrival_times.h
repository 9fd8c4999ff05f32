/* Arrival times say when each byte of each block came to each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ARRIVAL_TIMES_H
#define PLAN_MODEL_ARRIVAL_TIMES_H

#include <stdbool.h>
#include <stdint.h>
#include "plan/schedule.h"

struct arrival;

/* Each node has a tree of disjoint ranges. All trees share a pool. */
struct arrivals {
	bool last; /* bytes that come again count from the last arrival, not from the first */
	uint32_t *root, used, room;
	struct arrival *pool;
};

/* Returns 0 or -ENOMEM. arrivals_free accepts a struct of zeros that was never opened. */
int arrivals_open(struct arrivals *arrivals, int nodes, bool last);
void arrivals_free(struct arrivals *arrivals);

/* Notes that these bytes come to node v at that time. Returns 0 or -ENOMEM. */
int arrivals_add(struct arrivals *arrivals, int v, const struct range *range, double time);

/* Returns the time at which the last of these bytes came to node v, or 0 if no byte came. */
double arrivals_when(const struct arrivals *arrivals, int v, const struct range *range);

#endif
