/* Finds the nodes that the root reaches through each of its ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "analysis/subtrees.h"

int subtrees_find(struct subtrees *subtrees, const struct forest *forest, int j)
{
	const struct network *net = &forest->net;
	const size_t tree = (size_t)j * (size_t)net->nodes;
	const int *order = forest->order + tree, *parent = forest->parent + tree;

	*subtrees = (struct subtrees){ 0 };
	subtrees->port = array_new((size_t)net->nodes, sizeof *subtrees->port);
	subtrees->size = array_zeros((size_t)net->ports, sizeof *subtrees->size);
	if (!subtrees->port || !subtrees->size) {
		subtrees_free(subtrees);
		return why(ENOMEM, "no memory for the subtrees of %s", net->name);
	}
	for (int c = 0; c < net->nodes; c++)
		subtrees->port[c] = -1;
	for (int i = 1; i < net->nodes && order[i] >= 0; i++) {
		int c = order[i], *port = &subtrees->port[c];

		*port = parent[c] ? subtrees->port[parent[c]]
				  : network_reverse_port(net, forest->up[tree + (size_t)c]);
		subtrees->count += !subtrees->size[*port]++;
	}
	return 0;
}

void subtrees_free(struct subtrees *subtrees)
{
	free(subtrees->port);
	free(subtrees->size);
	*subtrees = (struct subtrees){ 0 };
}
