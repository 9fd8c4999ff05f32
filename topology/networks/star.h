/* Star labels: the permutations that the node numbers of a star graph stand for, each in a single
 * word. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_NETWORKS_STAR_H
#define TOPOLOGY_NETWORKS_STAR_H

#include <stdint.h>
#include "topology/network.h"

/* A label x_0 x_1 .. x_(n-1) has four bits for each symbol, x_0 the lowest. */

/* Returns the label of node v. The number v is the lexicographic rank of the label. */
uint64_t star_label_of(int n, int v);

/* x_i of a label. */
static inline int star_symbol(uint64_t label, int i)
{
	return (int)(label >> 4 * i & 15);
}

/* g_i: the label with x_0 and x_i swapped. */
static inline uint64_t star_swap(uint64_t label, int i)
{
	uint64_t change = (uint64_t)(star_symbol(label, 0) ^ star_symbol(label, i));

	return label ^ change ^ change << 4 * i;
}

#endif
