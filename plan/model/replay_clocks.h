/* The clocks of a replay: threads and nodes while the steps are followed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_REPLAY_CLOCKS_H
#define PLAN_MODEL_REPLAY_CLOCKS_H

#include "plan/model/replay.h"

enum {
	INLINE_BYTES = 40,	 /* fit in the cache line of a packet's flag */
	EAGER_BYTES = 1024,	 /* are copied to the ring's memory */
	SHARED_BYTES = 64 << 10, /* or more are copied by both ends (runtime/node/split_copy.c) */
	SEEN_THREADS = 64
};

struct replay_thread {
	double clock; /* of the next step; INFINITY: nothing will happen before a packet comes */
	double since; /* the end of the last step */
	int first, end, at, left; /* nodes; nodes that have steps left */
	bool rests;
};

struct replay_node {
	size_t next, end;
	size_t tail;	     /* the first of the steps that are sends to the end */
	bool sent, received; /* bytes */
	uint64_t seen;	     /* by threads: the node's bytes */
};

struct clocks {
	struct replay *replay;
	struct replay_thread *thread;
	struct replay_node *node;
	double end;
};

static inline int thread_of(const struct clocks *c, int v)
{
	return (int)((long long)v * c->replay->threads / c->replay->nodes);
}

/* Returns the costs of a node's moves. */
static inline const struct operation_costs *costs_of(const struct clocks *c, int v)
{
	return &c->replay->costs[c->replay->past[v]];
}

static inline const struct form_costs *form_of(
	const struct operation_costs *costs, const struct load *load)
{
	return load->bytes <= INLINE_BYTES  ? &costs->inlined
	       : load->bytes <= EAGER_BYTES ? &costs->eager
					    : &costs->lent;
}

/* Return the time at which a packet has landed at its receiver, and at which node v has moved the
 * block of node `from` to its place: the own block, or a block that is read by reference. The work
 * begins at `clock`. */
double clocks_land(struct clocks *c, const struct load *load, int thread, double clock);
double clocks_move(struct clocks *c, int v, int from, double clock);

#endif
