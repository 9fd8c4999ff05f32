/* Frames: what one node's block does along the trees of a family; all builders begin with one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TREE_SCHEDULE_H
#define COLLECTIVES_TREE_SCHEDULE_H

#include "collectives/timing.h"

/* Each of these returns 0, or -errno with why.
 *
 * Node 0's block to all (spread), or its blocks, one to each (deal), along the trees of the family
 * that the problem's algorithm begins with. New plans of the collectives BROADCAST and SCATTER.
 * Families that are rotations of one tree are symmetrized from it: the copies begin one after
 * another when a time is one dimension, and together when it is not. */
int tree_broadcast(struct plan **plan, const struct problem *problem, enum timing timing);
int tree_scatter(struct plan **plan, const struct problem *problem, enum timing timing);

/* The first of them for builders that sort later: copies may lie one after another. */
int tree_broadcast_unsorted(
	struct plan **plan, const struct problem *problem, enum timing timing);

/* The same where ports should be loaded alike: a tree that has copies (struct family) is taken with
 * them, when times are levels. */
int tree_broadcast_evenly(struct plan **plan, const struct problem *problem, enum timing timing);
int tree_scatter_evenly(struct plan **plan, const struct problem *problem, enum timing timing);

/* The last step of a builder: serializes; on an error, now or before, frees the plan. */
int plan_finish(struct plan **plan, int error);

/* Where only the blocks of some leaves are cut (sbntc, bsg), so that other links carry all parts: the
 * parts follow one another, like packets of a pipeline. Does nothing to other plans. */
int tree_part_after_part(struct plan *plan);

/* Starts rounds every few times, unless copies of a tree share links: then packets wait for one
 * another, and cutting finer gains nothing. Parts that follow one another do not; and trees made
 * to share few links (struct family) meet in packets of a few parts. */
int tree_pipeline(struct plan *plan);

/* The family named by an algorithm up to a suffix: "nesbt", "nesbt-rb". NULL with why. */
const struct family *family_of(const struct problem *problem, const char *suffix);

#endif
