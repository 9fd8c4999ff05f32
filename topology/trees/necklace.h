/* A necklace is a set of nodes of a generalized hypercube that a rotation takes into each other. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_NECKLACE_H
#define TOPOLOGY_TREES_NECKLACE_H

#include "topology/network.h"

/* Fragopoulou, Akl & Meijer 1994, section 2, for networks of n digits of the same radix k. R moves
 * every digit a place to the left, and the highest digit, x, to the lowest place as r(x). r keeps 0
 * and takes 1 -> 2 -> .. -> k - 1 -> 1. R is an automorphism of order n (k - 1) that keeps node 0,
 * and the images of a link at node 0 are all links of node 0. network_rotate is R without r:
 * network_rotate has order n, and takes the sbt to n different trees, each of which R would repeat
 * k - 1 times. All functions here are pure. */

/* Returns n (k - 1), the order of R, or 0 for unequal radices or a network without links. */
int necklace_order(const struct network *net);

/* Returns R applied to v `times` times, times >= 0. */
int necklace_rotate(const struct network *net, int v, int times);

/* The necklace of v. The generator is the node with the largest binary correspondent (1 for each
 * digit that is not 0), and the largest among equals (definition 4). */
struct necklace {
	int period;	  /* nodes of the necklace; divides n (k - 1) */
	int displacement; /* the rotations that take v to the generator, less than the period */
};
struct necklace necklace_of(const struct network *net, int v);

/* Returns true if v is the generator of its necklace. */
bool necklace_generator(const struct network *net, int v);

#endif
