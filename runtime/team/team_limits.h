/* Limits: how much a team needs, what this machine allows, and the largest network that fits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_LIMITS_H
#define RUNTIME_LIMITS_H

#include <stdint.h>
#include "topology/network.h"

struct limits {
	size_t threads, maps, memory;
};

struct demand {
	size_t links;
	uint32_t capacity;    /* slots of a ring */
	uint32_t eager_bytes; /* of a slot's buffer */
	size_t ring_stride, rings_bytes;
};

/* Elements from one run of `count` to the next, when each run begins on a pair of lines of its own. */
static inline size_t run_apart(size_t count, size_t size)
{
	size_t pair = 128 / size; /* all sizes are powers of two */

	return (count + pair - 1) / pair * pair;
}

/* What this process may still have of each. */
void limits_read(struct limits *limits);

/* What a team of `threads` threads of its own needs. threads = 0: one thread for each node, or a
 * smaller number, is given by the caller already. 0, or -EAGAIN (threads, maps) or -ENOMEM with
 * the limit and the largest network of the kind that fits. */
int demand_meet(
	struct demand *demand, const struct limits *limits, const struct network *net, int threads);

#endif
