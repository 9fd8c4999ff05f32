/* Node hops: what one node of a plan sends and receives, in its order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_NODE_HOPS_H
#define PLAN_NODE_HOPS_H

#include "plan/binding.h"
#include "plan/schedule.h"

/* Slot by slot: first all that the node sends, by its ports, then all that it receives. The
 * order within a packet is the same at both of its ends. */
struct node_hops {
	size_t count;
	struct hop *hop;   /* a symmetric plan's have the sender and the part of this node */
	uint64_t *block;   /* the number in plan files */
	struct range *row; /* of a stream: the bytes of part p; else NULL */
};

/* The hops of node v of a plan with an index. 0 or -ENOMEM with why; node_hops_free takes all
 * zeros. */
int node_hops_find(struct node_hops *hops, const struct plan *plan, int root, int v);
void node_hops_free(struct node_hops *hops);

#endif
