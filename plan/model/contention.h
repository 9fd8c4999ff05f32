/* Sharing: what the connections of caches and packages carry, each at its own rate at most. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CONTENTION_H
#define PLAN_MODEL_CONTENTION_H

#include <stdint.h>
#include "plan/model/machine.h"

/* Each domain of a level has a connection for what leaves it and one for what enters. All that passes
 * one of them in one step is there when the last byte is: the earliest start in the step, or the end
 * of the step before, plus all bytes at the connection's rate. A byte between two packages passes
 * those of both packages, and of both last-level caches. */
struct contention {
	const struct machine *machine;
	uint32_t step;
	struct connection *out[HIERARCHY_LEVELS], *in[HIERARCHY_LEVELS]; /* of each domain, or NULL:
									    as much as comes */
};

/* 0 or -ENOMEM; contention_free takes one that is all zeros. */
int contention_open(struct contention *sharing, const struct machine *machine);
void contention_free(struct contention *sharing);

/* The next step begins. */
void contention_step(struct contention *sharing);

/* In this step so many bytes go from core to core, from that time on at the earliest. */
void contention_add(struct contention *sharing, int from, int to, size_t bytes, double begin);

/* When all that passes the connections between the two cores in this step has passed: after the last
 * contention_add of the step. 0 where nothing is shared. */
double contention_until(const struct contention *sharing, int from, int to);

#endif
