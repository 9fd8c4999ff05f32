/* Contributions: whether each node's comes exactly once into what nodes end with, piece by piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_CONTRIBUTIONS_H
#define PLAN_VERIFY_CONTRIBUTIONS_H

#include "plan/semantics.h"

/* The piece goes from one node to another. */
struct move {
	int32_t from, to;
	uint32_t when; /* twice its time; one more where the receiver combines */
};

struct contributions {
	int nodes;
	uint64_t patience; /* moves that may still be counted again: some seconds */
	struct move *move; /* of one piece, in the order in which they are received */
	size_t moves, moves_room;
	uint64_t *ways;	   /* [nodes] */
	uint64_t *carried; /* by the moves of one time */
	size_t carried_room;
	int *sum; /* nodes that end with different sums */
	int sums;
	uint32_t *held; /* [nodes] the number of a value */
	struct value *value;
	size_t values, values_room;
};

/* A sum that is wrong. */
struct miscount {
	int node;	 /* that ends with it; -1: none does */
	int contributor; /* whose contribution is not in it once; -1: the node's own is in it alone */
	bool twice;	 /* or more often; else it is missing */
};

/* All zeros but for the nodes. */
struct contributions contributions_of(int nodes);
void contributions_free(struct contributions *contributions);

/* Forgets the piece before, and makes room for the moves of another. 0 or -ENOMEM with why. */
int contributions_begin(struct contributions *contributions, size_t moves);

static inline void contributions_add(
	struct contributions *c, int from, int to, int32_t time, bool fold)
{
	c->move[c->moves++] = (struct move){ from, to, (uint32_t)time * 2 + fold };
}

/* Whether copies and folds come at one time: then the order of its moves may count. */
bool contributions_mixed(const struct contributions *contributions);

/* Every node contributes, and the nodes `after` must end with every contribution once. 0, with the
 * first sum that is wrong; -ENOMEM; or -EINVAL when there are too many different sums to count. */
int contributions_check(
	struct contributions *contributions, struct nodes after, struct miscount *wrong);

#endif
