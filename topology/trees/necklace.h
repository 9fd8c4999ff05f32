/* Necklaces: the nodes of a generalized hypercube that its rotation takes into one another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_NECKLACE_H
#define TOPOLOGY_TREES_NECKLACE_H

#include "topology/network.h"

/* Fragopoulou, Akl & Meijer 1994, section 2, for networks of n digits of one radix k: R moves every
 * digit one place to the left, and the highest, x, to the lowest place as r(x), where r keeps 0 and
 * takes 1 -> 2 -> .. -> k - 1 -> 1. It is an automorphism of order n (k - 1) that keeps node 0; the
 * images of a link at node 0 are all links there. network_rotate is R without r: its order is n,
 * and it takes the sbt to n different trees, of which R would repeat each k - 1 times.
 * All functions here are pure.                                                               */

/* n (k - 1), the order of R; 0 where the radices differ or there is no link. */
int necklace_order(const struct network *net);

/* R applied to v `times` times, times >= 0. */
int necklace_rotate(const struct network *net, int v, int times);

/* The necklace of v. Its generator is the node with the largest binary correspondent (1 for each
 * digit that is not 0), and of these the largest (definition 4). */
struct necklace {
	int period;	  /* nodes of the necklace; it divides n (k - 1) */
	int displacement; /* the rotations that take v to the generator, less than the period */
};
struct necklace necklace_of(const struct network *net, int v);

/* Whether v is the generator of its necklace. */
bool necklace_generator(const struct network *net, int v);

#endif
