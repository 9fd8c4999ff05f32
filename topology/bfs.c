/* A tree of least height for every network, its nodes shared out evenly among the root's ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include "base/why.h"
#include "topology/families.h"

/* The baseline for networks without a tree of their own. A search from the root finds the nodes
 * level by level. Then, level after level, each node chooses its parent among its neighbours one
 * level up: the one in the branch (the subtree behind one port of the root) with fewest nodes so
 * far. A scatter is as slow as the largest branch, so balance is worth the choice. Neighbours in
 * the queue compete for the same branches, so the nodes of a level choose in steps of about 0.618
 * of its size: on cube:10 the branches then have 102 or 103 nodes, on gh:32x32 16 or 17. */

struct search {
	const struct network *net;
	int *up;
	int *queue;  /* the nodes found, in the order of their levels */
	int *level;  /* of each node, -1 while it was not found */
	int *branch; /* the port of the root behind which a node hangs */
	int *load;   /* for each branch the nodes that it has */
};

static void find_levels(struct search *search)
{
	const struct network *net = search->net;
	int found = 0;

	for (int v = 0; v < net->nodes; v++)
		search->level[v] = -1;
	search->level[0] = 0;
	search->queue[found++] = 0;
	for (int i = 0; found < net->nodes; i++)
		for (int v = search->queue[i], p = 0; p < net->ports; p++) {
			int u = network_neighbour(net, v, p);

			if (search->level[u] >= 0)
				continue;
			search->level[u] = search->level[v] + 1;
			search->queue[found++] = u;
		}
}

static void choose_parent(struct search *search, int v)
{
	int least = INT_MAX;

	for (int p = 0; p < search->net->ports; p++) {
		int u = network_neighbour(search->net, v, p);

		if (search->level[u] != search->level[v] - 1)
			continue;
		if (search->load[search->branch[u]] > least)
			continue;
		least = search->load[search->branch[u]];
		search->up[v] = p;
		search->branch[v] = search->branch[u];
	}
	search->load[search->branch[v]]++;
}

static int common_divisor(int a, int b)
{
	return b ? common_divisor(b, a % b) : a;
}

static void choose_in_level(struct search *search, const int *nodes, int count)
{
	int stride = (int)(count * 618LL / 1000);

	while (common_divisor(stride, count) != 1)
		stride++;
	for (int i = 0; i < count; i++)
		choose_parent(search, nodes[(long long)i * stride % count]);
}

static void choose_parents(struct search *search)
{
	const struct network *net = search->net;

	search->up[0] = TREE_ROOT;
	for (int p = 0; p < net->ports; p++) {
		int v = network_neighbour(net, 0, p);

		search->up[v] = network_reverse_port(net, p);
		search->branch[v] = p;
		search->load[p] = 1;
	}
	for (int first = 1 + net->ports, end; first < net->nodes; first = end) {
		int level = search->level[search->queue[first]];

		for (end = first; end < net->nodes && search->level[search->queue[end]] == level;)
			end++;
		choose_in_level(search, search->queue + first, end - first);
	}
}

static int bfs_grow(const struct network *net, int *up)
{
	size_t nodes = net->nodes;
	int *scratch = malloc(sizeof *scratch * (3 * nodes + net->ports));
	struct search search = { net, up, scratch, scratch + nodes, scratch + 2 * nodes,
		scratch + 3 * nodes };

	if (!scratch)
		return why(ENOMEM, "bfs: the search of %s does not fit into memory", net->name);
	find_levels(&search);
	choose_parents(&search);
	free(scratch);
	return 0;
}

const struct family family_bfs = {
	.name = "bfs",
	.networks = "any network",
	.text = "breadth-first tree of least height, balanced over the root's ports",
	.citation = "none",
	.applies = applies_everywhere,
	.trees = trees_one,
	.grow = bfs_grow,
};
