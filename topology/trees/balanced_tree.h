/* Declares the balanced tree of a generalized hypercube of any radices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_BALANCED_TREE_H
#define TOPOLOGY_TREES_BALANCED_TREE_H

#include "topology/network.h"

/* Fills up[c], each node's port to its parent; up[0] is TREE_ROOT. All paths of the tree are
 * shortest paths. Levels are grown from the root outwards. No choice at a level, given the nearer
 * levels, makes the root's subtrees more even. Given these subtrees, no choice makes the links into
 * that level more even over the ports. In the end the sizes of the subtrees differ by at most 1 on
 * most networks, and by at most 2 on all networks that were tried. Returns 0, or -ENOMEM with
 * why. */
int balanced_tree(const struct network *net, int *up);

#endif
