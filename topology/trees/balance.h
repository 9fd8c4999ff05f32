/* Grows shortest-path trees of generalized hypercubes of any radices, even over the ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_BALANCE_H
#define TOPOLOGY_TREES_BALANCE_H

#include "topology/network.h"

/* Fills up[c], each node's port to its parent; up[0] is TREE_ROOT. All paths of the tree are
 * shortest paths. Levels are grown from the root outwards. No choice at a level, given the nearer
 * levels, makes the root's subtrees more even. Given these subtrees, no choice makes the links into
 * that level more even over the ports. In the end the sizes of the subtrees differ by at most 1 on
 * most networks, and by at most 2 on all networks that were tried. Returns 0, or -ENOMEM with
 * why. */
int balance_tree(const struct network *net, int *up);

#endif
