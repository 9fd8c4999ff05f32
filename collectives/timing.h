/* Timings: when each edge of a tree is used. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TIMING_H
#define COLLECTIVES_TIMING_H

#include "plan/plan.h"
#include "topology/tree.h"

/* When an edge of a tree is used. A label is the least time after that of the parent's edge which,
 * modulo a number of turns, is what the edge asks for: in a turn, each link has its own time.
 *	BY_LEVEL	its depth: all trees at once, every link of a node (n-port)
 *	BY_LABEL	the label that is its dimension modulo n: a time is one dimension (one-port).
 *			Johnsson & Ho 1986, theorem 4.1's f(i, j)
 *	BY_SLOT		its depth and its dimension: each level has a time for each dimension, used
 *			or not (one-port). Tseng & Sheu 1997, section 4.2
 *	BY_COLOUR	the label that is its colour modulo the number of colours (one-port, networks
 *			whose links have them). Fraigniaud & Lazard in Nickolov 1993, lemma 1.7; colours
 *			come in the order in which the last label is least
 *	BY_SIDE		the label that is even where the sender is on side 0: the two directions of a
 *			link have times of their own (n-port, half duplex)
 *	BY_TURN		children one after another, the one with the most to do first (one-port, any
 *			tree); of two paths round a circuit, its links
 *	FARTHEST_FIRST	so that all arrive together, reverse breadth first (personalized, n-port)
 *	IN_GRAY_ORDER	block after block, through the root's ports in the order in which the Gray code
 *			flips bits, and so at every node (personalized, one-port, sbt)
 */
enum timing {
	BY_LEVEL,
	BY_LABEL,
	BY_SLOT,
	BY_TURN,
	FARTHEST_FIRST,
	IN_GRAY_ORDER,
	BY_COLOUR,
	BY_SIDE
};

/* The time at which tree j's edge into c is used, at time[j * nodes + c]; -1 for the root.
 * FARTHEST_FIRST and IN_GRAY_ORDER give the times of blocks that leave at once; others wait. 0 or
 * -ENOMEM. */
int timing_edges(const struct forest *forest, enum timing timing, int *time);

/* The same for BY_LABEL, BY_SLOT, BY_COLOUR and BY_SIDE (labels.c). */
int label_edges(const struct forest *forest, enum timing timing, int *time);

/* IN_GRAY_ORDER on the SBT of n dimensions: the time at which the root sends block c. */
int timing_gray(int n, int c);

#endif
