/* Says when each edge of a tree is used. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COLLECTIVES_TIMING_H
#define COLLECTIVES_TIMING_H

#include "plan/plan.h"
#include "topology/tree.h"

/* When an edge of a tree is used. A label is such a time: each edge asks for a turn, and the label
 * of the edge is the least time after the label of the parent's edge that equals the turn modulo
 * the number of turns. So edges that ask for different turns are never used at the same time.
 *	BY_LEVEL	the depth of the edge: all trees at once, every link of a node (n-port)
 *	BY_LABEL	the label whose turn is the dimension of the edge modulo n: a time is one
 *			dimension (one-port). Johnsson & Ho 1986, theorem 4.1's f(i, j)
 *	BY_SLOT		depth and dimension: each level has a time for each dimension, used or not
 *			(one-port). Tseng & Sheu 1997, section 4.2
 *	BY_COLOUR	the label whose turn is the colour of the link modulo the number of colours
 *			(one-port, networks whose links have colours). Fraigniaud & Lazard in
 *			Nickolov 1993, lemma 1.7; colours come in the order with the least last
 *			label
 *	BY_SIDE		the label that is even where the sender is on side 0: the two directions
 *			of a link have times of their own (n-port, half duplex)
 *	BY_TURN		children one after another, the child with the most to do first (one-port,
 *			any tree); for two paths round a circuit, the links in turn
 *	FARTHEST_FIRST	all blocks arrive together, reverse breadth first (personalized, n-port)
 *	IN_GRAY_ORDER	block after block, through the root's ports in the order in which the Gray
 *			code flips bits, and so at every node (personalized, one-port, sbt)
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

/* Finds the time at which tree j's edge into c is used, at time[j * nodes + c]; -1 for the root.
 * FARTHEST_FIRST and IN_GRAY_ORDER give the times of blocks that leave at once; other blocks wait.
 * Returns 0 or -ENOMEM. */
int timing_edges(const struct forest *forest, enum timing timing, int *time);

/* The same for BY_LABEL, BY_SLOT, BY_COLOUR and BY_SIDE (labels.c). */
int label_edges(const struct forest *forest, enum timing timing, int *time);

/* Returns the time at which the root sends block c by IN_GRAY_ORDER on the SBT of n dimensions. */
int timing_gray(int n, int c);

#endif
