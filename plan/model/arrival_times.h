/* Arrivals: when each byte of each block came to each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_ARRIVAL_TIMES_H
#define PLAN_MODEL_ARRIVAL_TIMES_H

#include <stdbool.h>
#include <stdint.h>
#include "plan/schedule.h"

struct arrival;

/* One tree of disjoint ranges for each node, all in one pool. */
struct arrivals {
	bool last; /* bytes that come again count from their last arrival, not from the first */
	uint32_t *root, used, room;
	struct arrival *pool;
};

/* 0 or -ENOMEM; arrivals_free takes one that was never opened, when it is all zeros. */
int arrivals_open(struct arrivals *arrivals, int nodes, bool last);
void arrivals_free(struct arrivals *arrivals);

/* These bytes come to node v at that time. 0 or -ENOMEM. */
int arrivals_add(struct arrivals *arrivals, int v, const struct range *range, double time);

/* When the last of these bytes came to node v; 0 when none did. */
double arrivals_when(const struct arrivals *arrivals, int v, const struct range *range);

#endif
