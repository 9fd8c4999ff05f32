/* Balance: shortest-path trees of generalized hypercubes of any radices, even over the ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_TREES_BALANCE_H
#define TOPOLOGY_TREES_BALANCE_H

#include "topology/network.h"

/* Fills up[c], each node's port to its parent; up[0] is TREE_ROOT. The tree is one of shortest
 * paths. At each distance from the root, given what is nearer, no choice makes the subtrees of the
 * root more even, and in these subtrees no choice makes the links into that level more even over
 * the ports. In the end the subtrees' sizes are within one of each other on most networks, within
 * two on all that were tried. 0 or -ENOMEM with why. */
int balance_tree(const struct network *net, int *up);

#endif
