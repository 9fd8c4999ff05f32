/* Grows a tree of shortest paths level by level, with subtrees as even as can be. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "topology/networks/digits.h"
#include "topology/tree.h"
#include "topology/trees/balanced_tree.h"
#include "topology/trees/even_deal.h"

/* A shortest path from 0 to c sets the digits of c in some order, so the path begins with a port
 * (i, c_i), c_i other than 0. These ports are the root's subtrees that may contain c. A subtree may
 * contain c only if it contains a neighbour of c that is nearer to the root. The tree therefore
 * grows level by level, and each level is two problems of the same kind: deal nodes to bins, each
 * node to a bin that the node's mask of digits allows, so that the bins are even. In the first
 * problem the bins are the subtrees, with the nodes already dealt. The second problem chooses
 * parents within the chosen subtree, and the bins are the ports into the node. */

/* Returns the node before c on the path that sets digit i last. */
static int without(const struct network *net, int c, int i)
{
	return c - digit_of(net, c, i) * net->place[i];
}

/* Returns the subtrees of c's neighbours nearer to the root. At distance 1 the link from the root
 * itself is the subtree. */
static int subtrees_open_to(const struct network *net, const int *subtree, int c)
{
	int mask = 0;

	for (int i = 0; i < net->digits; i++)
		if (digit_of(net, c, i)) {
			int parent = without(net, c, i);

			mask |= 1 << (parent ? subtree[parent] : i);
		}
	return mask;
}

static int parents_in_subtree(const struct network *net, const int *subtree, int c)
{
	int mask = 0;

	for (int i = 0; i < net->digits; i++)
		if (digit_of(net, c, i)) {
			int parent = without(net, c, i);

			mask |= (!parent || subtree[parent] == subtree[c]) << i;
		}
	return mask;
}

static void grow_level(struct even_deal *deal, int *subtree, int *size, int *up)
{
	const struct network *net = deal->net;
	size_t bins = (size_t)net->ports;

	for (int k = 0; k < deal->nodes; k++)
		deal->mask[deal->node[k]] = subtrees_open_to(net, subtree, deal->node[k]);
	memcpy(deal->load, size, bins * sizeof *size);
	even_deal_nodes(deal);
	memcpy(size, deal->load, bins * sizeof *size);
	for (int k = 0; k < deal->nodes; k++)
		subtree[deal->node[k]] = deal->digit[deal->node[k]];
	for (int k = 0; k < deal->nodes; k++)
		deal->mask[deal->node[k]] = parents_in_subtree(net, subtree, deal->node[k]);
	memset(deal->load, 0, bins * sizeof *deal->load);
	even_deal_nodes(deal);
	for (int k = 0; k < deal->nodes; k++) {
		int c = deal->node[k];

		up[c] = network_port_to(net, c, without(net, c, deal->digit[c]));
	}
}

static void grow(struct even_deal *deal, int *subtree, int *size, int *up)
{
	const struct network *net = deal->net;

	for (int i = 1; i < net->digits; i++)
		deal->first[i] = deal->first[i - 1] + net->radix[i - 1] - 1;
	memset(size, 0, sizeof *size * (size_t)net->ports);
	up[0] = TREE_ROOT;
	for (int distance = 1; distance <= net->digits; distance++) {
		deal->nodes = 0;
		for (int c = 1; c < net->nodes; c++)
			if (network_distance(net, 0, c) == distance)
				deal->node[deal->nodes++] = c;
		grow_level(deal, subtree, size, up);
	}
}

int balanced_tree(const struct network *net, int *up)
{
	size_t nodes = (size_t)net->nodes, ports = (size_t)net->ports;
	int *memory = malloc((nodes * 6 + ports * 6) * sizeof *memory), *by_port;
	struct even_deal deal = { .net = net };

	if (!memory)
		return why(ENOMEM, "no memory for a balanced tree of %s", net->name);
	by_port = memory + nodes * 6;
	deal.node = memory;
	deal.mask = memory + nodes;
	deal.digit = memory + nodes * 2;
	deal.next = memory + nodes * 3;
	deal.last = memory + nodes * 4;
	deal.head = by_port;
	deal.load = by_port + ports;
	deal.reached = by_port + ports * 2;
	deal.over = by_port + ports * 3;
	deal.queue = by_port + ports * 4;
	grow(&deal, memory + nodes * 5, by_port + ports * 5, up);
	free(memory);
	return 0;
}
