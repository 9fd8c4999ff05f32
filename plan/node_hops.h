/* Node hops are the hops that a node of a plan sends and receives, in the node's order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_NODE_HOPS_H
#define PLAN_NODE_HOPS_H

#include "plan/binding.h"
#include "plan/schedule.h"

/* The hops go slot by slot: first all sends of the node, by the node's ports, then all receives.
 * The order within a packet is the same at both ends. */
struct node_hops {
	size_t count;
	struct hop *hop;   /* in a symmetric plan with the sender and the part of this node */
	uint64_t *block;   /* the number in plan files; NULL: bare */
	struct range *row; /* of a stream: the bytes of part p; else NULL */
};

/* Finds the hops of node v of a plan with an index; `bare` leaves out the numbers of the blocks.
 * Returns 0, or -ENOMEM with why. node_hops_free accepts a struct of zeros. */
int node_hops_find(
	struct node_hops *hops, const struct plan *plan, int root, int v, bool bare);
void node_hops_free(struct node_hops *hops);

#endif
