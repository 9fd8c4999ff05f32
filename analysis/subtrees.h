/* Finds the subtrees of a tree: the nodes that the root reaches through each of its ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_SUBTREES_H
#define ANALYSIS_SUBTREES_H

#include "topology/tree.h"

struct subtrees {
	int *port; /* of each node, relative to the root: the root's port; -1: none */
	int *size; /* nodes reached through each port */
	int count; /* ports that lead to any node */
};

/* Returns 0 or -ENOMEM with why. subtrees_free accepts a struct of zeros. */
int subtrees_find(struct subtrees *subtrees, const struct forest *forest, int j);
void subtrees_free(struct subtrees *subtrees);

#endif
