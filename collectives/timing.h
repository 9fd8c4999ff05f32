/* Timings: when each edge of a tree is used. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TIMING_H
#define COLLECTIVES_TIMING_H

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
enum timing {
	BY_LEVEL,
	BY_LABEL,
	BY_TURN,
	FARTHEST_FIRST
};

/* The timing of an order by name ("level", "dimension", "turn", "breadth"), or the default when the
 * problem names none. 0, or -EINVAL with the orders that there are. */
int timing_of(enum timing *timing, const struct problem *problem, enum timing usual);

/* The timing for one-port models along trees of that family: by label where a time can be one
 * dimension, else `other`. A Hamiltonian path is one port at a time by itself. */
enum timing one_port_timing(const struct problem *problem, enum timing other);

/* The time at which tree j's edge into c is used, at time[c]; -1 for the root. FARTHEST_FIRST gives
 * the times of the farthest blocks; nearer ones wait. 0 or -ENOMEM. */
int timing_edges(const struct forest *forest, int j, enum timing timing, int *time);

#endif
