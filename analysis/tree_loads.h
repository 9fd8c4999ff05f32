/* Computes the loads of links by the trees of a family, for each dimension and level. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_TREE_LOADS_H
#define ANALYSIS_TREE_LOADS_H

#include "topology/tree.h"

/* The columns of Johnsson & Ho's table 1, in parts of a block; a block has forest->parts parts. A
 * lane is a dimension, or a port if links have no dimension. Level l is from nodes at depth l to
 * nodes at depth l + 1.
 *
 *	links		E_d: directed links of the lane that some tree uses
 *	edges		Ew_d: parts of a broadcast that cross links of the lane
 *	by_level	ew_ld: the same, from level l
 *	behind		sw_ld: parts of a scatter that cross links of the lane from level l
 *	apart		rw_ld: parts of a scatter that end l links behind such a link
 */
struct loads {
	int lanes, levels;
	long long *links, *edges;	      /* [lanes] */
	long long *by_level, *behind, *apart; /* [levels * lanes] */
};

/* Returns 0, or -errno with why. Paths from the root that are too long in total to be added up are
 * an error, too. */
int loads_find(struct loads *loads, const struct forest *forest);
void loads_free(struct loads *loads);

#endif
