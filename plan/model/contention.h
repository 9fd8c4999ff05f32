/* Sharing: what the connections of caches and packages carry, each at its own rate at most. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_SHARING_H
#define PLAN_SHARING_H

#include <stdint.h>
#include "plan/model/machine.h"

/* Each domain of a level has a connection for what leaves it and one for what enters. All that passes
 * one of them in one step is there when the last byte is: the earliest start in the step, or the end
 * of the step before, plus all bytes at the connection's rate. A byte between two packages passes
 * those of both packages, and of both last-level caches. */
struct sharing {
	const struct machine *machine;
	uint32_t step;
	struct connection *out[HIERARCHY_LEVELS], *in[HIERARCHY_LEVELS]; /* of each domain, or NULL:
									    as much as comes */
};

/* 0 or -ENOMEM; sharing_free takes one that is all zeros. */
int sharing_open(struct sharing *sharing, const struct machine *machine);
void sharing_free(struct sharing *sharing);

/* The next step begins. */
void sharing_step(struct sharing *sharing);

/* In this step so many bytes go from core to core, from that time on at the earliest. */
void sharing_add(struct sharing *sharing, int from, int to, size_t bytes, double begin);

/* When all that passes the connections between the two cores in this step has passed: after the last
 * sharing_add of the step. 0 where nothing is shared. */
double sharing_until(const struct sharing *sharing, int from, int to);

#endif
