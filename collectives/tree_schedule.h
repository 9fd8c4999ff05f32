/* Makes the hops of one node's block along the trees of a family, the start of most plans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TREE_SCHEDULE_H
#define COLLECTIVES_TREE_SCHEDULE_H

#include "collectives/timing.h"

/* Each of these functions returns 0, or -errno with why.
 *
 * The first two functions make new plans of BROADCAST and SCATTER: node 0's block goes to all
 * nodes, or a block of node 0 goes to each node, along the trees of the family whose name begins
 * the problem's algorithm. Families that are rotations of a base tree are symmetrized from that
 * tree: the copies begin one after another if a time is a single dimension, and together
 * otherwise. */
int tree_broadcast(struct plan **plan, const struct problem *problem, enum timing timing);
int tree_scatter(struct plan **plan, const struct problem *problem, enum timing timing);

/* tree_broadcast for builders that sort later: copies may lie one after another. */
int tree_broadcast_unsorted(
	struct plan **plan, const struct problem *problem, enum timing timing);

/* The same, with evenly loaded ports: if times are levels, the copies of a tree replace the tree
 * (struct family). */
int tree_broadcast_evenly(struct plan **plan, const struct problem *problem, enum timing timing);
int tree_scatter_evenly(struct plan **plan, const struct problem *problem, enum timing timing);

/* Ends a builder: serializes the plan. An error, now or before, frees the plan. */
int plan_finish(struct plan **plan, int error);

/* Makes the parts follow one another, like packets of a pipeline, if only the blocks of some leaves
 * are cut (sbntc, bsg) and so other links carry all parts. Does nothing to other plans. */
int tree_part_after_part(struct plan *plan);

/* Starts a round every few times, unless copies of a tree share links. Then packets wait for one
 * another, and a finer cut gains nothing. Two cases are pipelined all the same: parts that follow
 * one another, and trees made to share few links (struct family), which meet in packets of a few
 * parts. */
int tree_pipeline(struct plan *plan);

/* Returns the family named by an algorithm up to a suffix: "nesbt", "nesbt-rb". Returns NULL with
 * why. */
const struct family *family_of(const struct problem *problem, const char *suffix);

#endif
