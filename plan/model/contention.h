/* Contention is the delay of packets that share the connections of caches and packages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_CONTENTION_H
#define PLAN_MODEL_CONTENTION_H

#include <stdint.h>
#include "plan/costs/machine.h"

/* Each domain of a level has two connections: bytes that leave the domain pass the first, and bytes
 * that enter pass the second. A connection ends a step when the last byte has passed: the earliest
 * start in the step, or the end of the step before, plus all bytes at the connection's rate. A byte
 * between two packages passes the connections of both packages and of both last-level caches. */
struct contention {
	const struct machine *machine;
	uint32_t step;
	/* [domains of the level]; NULL: the level has no limit */
	struct connection *out[HIERARCHY_LEVELS], *in[HIERARCHY_LEVELS];
};

/* Returns 0 or -ENOMEM. contention_free accepts a struct of zeros. */
int contention_open(struct contention *sharing, const struct machine *machine);
void contention_free(struct contention *sharing);

/* Begins the next step. */
void contention_step(struct contention *sharing);

/* Adds bytes that go from core to core in this step, at the time `begin` or later. */
void contention_add(struct contention *sharing, int from, int to, size_t bytes, double begin);

/* Returns the time at which all bytes of this step have passed the connections between the two
 * cores; 0 where no connection has a limit. To be called after the step's last contention_add. */
double contention_until(const struct contention *sharing, int from, int to);

#endif
