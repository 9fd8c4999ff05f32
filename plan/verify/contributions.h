/* Contributions are counted piece by piece: each must come exactly once into every result. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_VERIFY_CONTRIBUTIONS_H
#define PLAN_VERIFY_CONTRIBUTIONS_H

#include "plan/semantics.h"

/* A move of the piece from a node to another node. */
struct move {
	int32_t from, to;
	uint32_t when; /* twice the time, plus one if the receiver combines */
};

struct contributions {
	int nodes;
	uint64_t patience; /* moves that may still be counted again: a few seconds */
	struct move *move; /* the moves of the piece, in order of receipt */
	size_t moves, moves_room;
	uint64_t *ways;	   /* [nodes] */
	uint64_t *carried; /* [moves of a time] the ways carried by each move */
	size_t carried_room;
	int *sum;		  /* nodes with different sums at the end */
	int sums, counted, group; /* the last group that was counted: group ... counted - 1 */
	uint64_t wrong;		  /* the wrong sums of that group, as bits, that were not told */
	uint32_t *held;		  /* [nodes] the number of a value */
	struct value *value;
	size_t values, values_room;
};

enum {
	CULPRITS = 4
};

/* The nodes with contributions that do not count once: how many, and the first of them. */
struct culprits {
	int count, node[CULPRITS];
};

/* A sum that is wrong. */
struct miscount {
	int node;   /* the node that ends with the sum; -1: no sum is wrong */
	bool alone; /* the sum is only the node's own contribution */
	struct culprits missing, doubled;
};

/* Returns contributions of zeros for that many nodes. */
struct contributions contributions_of(int nodes);
void contributions_free(struct contributions *contributions);

/* Forgets the last piece, and makes room for the moves of another piece. Returns 0, or -ENOMEM with
 * why. */
int contributions_begin(struct contributions *contributions, size_t moves);

static inline void contributions_add(
	struct contributions *c, int from, int to, int32_t time, bool fold)
{
	c->move[c->moves++] = (struct move){ from, to, (uint32_t)time * 2 + fold };
}

/* Returns true if copies and folds have the same time, in which case the order of moves may
 * count. */
bool contributions_mixed(const struct contributions *contributions);

/* Checks that the nodes `after` end with every node's contribution exactly once. Returns 0 with the
 * first wrong sum, -ENOMEM, or -EINVAL if the different sums are too many to count. */
int contributions_check(
	struct contributions *contributions, struct nodes after, struct miscount *wrong);

/* After contributions_check, finds the next wrong sum. Different sums are counted, not nodes: nodes
 * with the same sum have the same fault. */
void contributions_next(struct contributions *contributions, struct miscount *wrong);

#endif
