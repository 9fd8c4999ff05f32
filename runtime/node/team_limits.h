/* Computes a team's demand, the limits of this machine, and the largest network that fits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_TEAM_LIMITS_H
#define RUNTIME_NODE_TEAM_LIMITS_H

#include <stdint.h>
#include "topology/network.h"

struct limits {
	size_t threads, maps, memory;
};

struct demand {
	size_t links;
	uint32_t capacity;    /* slots of a ring */
	uint32_t eager_bytes; /* size of a slot's buffer */
	/* from a ring with its slots to the next; from a ring's buffers to the next; in all */
	size_t ring_stride, eager_stride, rings_bytes;
};

/* Returns the distance, in elements, between runs of `count` elements if each run begins on a pair
 * of cache lines of its own. */
static inline size_t run_apart(size_t count, size_t size)
{
	size_t pair = 128 / size; /* all sizes are powers of two */

	return (count + pair - 1) / pair * pair;
}

/* Reads how many threads and maps and how much memory this process may still use. */
void limits_read(struct limits *limits);

/* Computes the demand of a team with `threads` threads of the team's own. With threads = 0 the
 * caller provides threads, which exist already: one for each node, or fewer. Returns 0, or -EAGAIN
 * (threads, maps) or -ENOMEM, with the limit and the largest network of the kind that fits. */
int demand_meet(
	struct demand *demand, const struct limits *limits, const struct network *net, int threads);

/* The same, with the limits of this process. The limits are not read for a team that is small
 * enough for any machine. */
int demand_measure(struct demand *demand, const struct network *net, int threads);

#endif
