/* Loads: what the trees of a family put on the links of each dimension, level by level. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_TREE_LOADS_H
#define TOPOLOGY_TREES_TREE_LOADS_H

#include "topology/tree.h"

/* The columns of Johnsson & Ho's table 1, in parts of a block: a block is forest->parts of them. A lane is
 * a dimension, or where links have none a port. Level l is from nodes at depth l to those at l + 1.
 *	links		E_d: directed links of the lane that some tree uses
 *	edges		Ew_d: the links on which a broadcast has parts, and how many each
 *	by_level	ew_ld: of those, from level l
 *	behind		sw_ld: the parts of a scatter that cross links of the lane from level l
 *	apart		rw_ld: the parts of a scatter that end l links behind such a link */
struct loads {
	int lanes, levels;
	long long *links, *edges;	      /* [lanes] */
	long long *by_level, *behind, *apart; /* [levels * lanes] */
};

/* 0, or -errno with why: also where the ways from the root to all nodes are too long to be added up. */
int loads_find(struct loads *loads, const struct forest *forest);
void loads_free(struct loads *loads);

/* The lane of a link that leaves a node by this port. */
int loads_lane(const struct network *net, int port);

#endif
