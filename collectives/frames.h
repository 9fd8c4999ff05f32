/* Frames: what one node's block does along the trees of a family; all builders begin with one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_FRAMES_H
#define COLLECTIVES_FRAMES_H

#include "plan/plan.h"
#include "topology/tree.h"

/* When an edge of a tree is used.
 *	BY_LEVEL	its depth: all trees at once, every link of a node (n-port)
 *	BY_LABEL	the least time after its parent edge's that is its dimension modulo n: a time
 *			is one dimension (one-port). Johnsson & Ho 1986, theorem 4.1's f(i, j)
 *	BY_TURN		children one after another, the one with the most to do first (one-port, any
 *			tree)
 *	FARTHEST_FIRST	so that all arrive together, reverse breadth first (personalized, n-port)
 */
enum timing { BY_LEVEL, BY_LABEL, BY_TURN, FARTHEST_FIRST };

/* The timing of an order by name ("level", "dimension", "turn", "breadth"), or the default when the
 * problem names none. 0, or -EINVAL with the orders that there are. */
int timing_of(enum timing *timing, const struct problem *problem, enum timing usual);

/* Each of these returns 0, or -errno with why.
 *
 * Node 0's block to all (spread), or its blocks, one to each (deal), along the trees of the family
 * that the problem's algorithm begins with. New plans of the collectives BROADCAST and SCATTER.
 * Families that are rotations of one tree are symmetrized from it: the copies begin one after
 * another when a time is one dimension, and together when it is not. */
int frame_spread(struct plan **plan, const struct problem *problem, enum timing timing);
int frame_deal(struct plan **plan, const struct problem *problem, enum timing timing);

/* The timing for one-port models along trees of that family: by label where a time can be one
 * dimension, else `other`. A Hamiltonian path is one port at a time by itself. */
enum timing one_port_timing(const struct problem *problem, enum timing other);

/* The last step of a builder: serializes; on an error, now or before, frees the plan. */
int plan_finish(struct plan **plan, int error);

/* Starts rounds every few times, unless copies of a tree share links: then packets wait for one
 * another, and cutting finer gains nothing. */
int frame_pipeline(struct plan *plan);

/* The family named by an algorithm up to a suffix: "nesbt", "nesbt-rb". NULL with why. */
const struct family *family_of(const struct problem *problem, const char *suffix);

#endif
