/* Grows a tree of least height on any network, with nodes spread evenly over the root's ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include "base/arith.h"
#include "base/error.h"
#include "topology/trees/families.h"

/* This is the baseline for networks without a tree of their own. A search from the root finds the
 * nodes level by level. Then, level after level, each node chooses a parent among its neighbours a
 * level up: the neighbour in the branch (the subtree behind a port of the root) with fewest nodes
 * so far. A scatter is as slow as the largest branch, so balance is worth the choice. Neighbours in
 * the queue compete for the same branches, so the nodes of a level choose in steps of about 0.618
 * of the level's size. On cube:10 the branches then have 102 or 103 nodes, on gh:32x32 16 or 17.
 *
 * On a network without digits, the path decides between equal branches. When all nodes do the same
 * through translations (alltoall), every link of a port carries a block for each path through that
 * port, so the port with most paths is the slowest. A node takes the path that increases the sum of
 * the squares of these numbers least. For d and n >= 4 the largest number is then at most 4 % above
 * a lower bound for any choice of paths: N d/2 across on ccc, N d/4 on the butterfly, the mean on
 * the star. */

struct bfs_search {
	const struct network *net;
	int *up;
	int *queue;	 /* the nodes found, in the order of levels */
	int *level;	 /* of each node; -1: not found yet */
	int *branch;	 /* the port of the root behind which a node hangs */
	int *load;	 /* the number of nodes of each branch */
	int *hops;	 /* for each port the hops of a path through it, 0 between uses */
	long long *ways; /* for each port the hops of all paths through it */
};

static void find_levels(struct bfs_search *search)
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

			if (u < 0 || search->level[u] >= 0)
				continue;
			search->level[u] = search->level[v] + 1;
			search->queue[found++] = u;
		}
}

/* Adds the hops of v's path that begins, from its end, with port p; `times` is 1, or -1 to
 * subtract. */
static void count_way(struct bfs_search *search, int v, int p, int times)
{
	const struct network *net = search->net;

	for (; v; p = search->up[v]) {
		search->hops[network_reverse_port(net, p)] += times;
		v = network_neighbour(net, v, p);
	}
}

/* Returns by how much the sum of squares grows. */
static double cost_of_way(struct bfs_search *search, int v, int p)
{
	double cost = 0;

	if (search->net->digits)
		return 0;
	count_way(search, v, p, 1);
	for (int q = 0; q < search->net->ports; q++)
		cost += search->hops[q] * (2.0 * (double)search->ways[q] + search->hops[q]);
	count_way(search, v, p, -1);
	return cost;
}

static void take_way(struct bfs_search *search, int v)
{
	if (search->net->digits)
		return;
	count_way(search, v, search->up[v], 1);
	for (int q = 0; q < search->net->ports; q++)
		search->ways[q] += search->hops[q];
	count_way(search, v, search->up[v], -1);
}

static void choose_parent(struct bfs_search *search, int v)
{
	int least = INT_MAX;
	double cheapest = INFINITY;

	for (int p = 0; p < search->net->ports; p++) {
		int u = network_neighbour(search->net, v, p);
		double cost;

		if (u < 0 || search->level[u] != search->level[v] - 1)
			continue;
		if (search->load[search->branch[u]] > least)
			continue;
		cost = cost_of_way(search, v, p);
		if (search->load[search->branch[u]] == least && cost > cheapest)
			continue;
		least = search->load[search->branch[u]];
		cheapest = cost;
		search->up[v] = p;
		search->branch[v] = search->branch[u];
	}
	search->load[search->branch[v]]++;
	take_way(search, v);
}

static void choose_in_level(struct bfs_search *search, const int *nodes, int count)
{
	int stride = (int)(count * 618LL / 1000);

	while (common_divisor(stride, count) != 1)
		stride++;
	for (int i = 0; i < count; i++)
		choose_parent(search, nodes[(long long)i * stride % count]);
}

static void choose_parents(struct bfs_search *search)
{
	const struct network *net = search->net;
	int first = 1, end;

	search->up[0] = TREE_ROOT;
	for (int p = 0; p < net->ports; p++) {
		int v = network_neighbour(net, 0, p);

		if (v < 0)
			continue;
		first++;
		search->up[v] = network_reverse_port(net, p);
		search->branch[v] = p;
		search->load[p] = 1;
		search->ways[p] = 1;
	}
	for (; first < net->nodes; first = end) {
		int level = search->level[search->queue[first]];

		for (end = first; end < net->nodes && search->level[search->queue[end]] == level;)
			end++;
		choose_in_level(search, search->queue + first, end - first);
	}
}

static int bfs_grow(const struct network *net, int j, int *up)
{
	size_t nodes = net->nodes;
	size_t ports = (size_t)net->ports;
	int *scratch = malloc(sizeof *scratch * (3 * nodes + ports));
	int *hops = calloc(ports + 1, sizeof *hops);
	long long *ways = calloc(ports + 1, sizeof *ways);
	struct bfs_search search = { net, up, scratch, scratch + nodes, scratch + 2 * nodes,
		scratch + 3 * nodes, hops, ways };
	bool found = scratch && hops && ways;

	(void)j;
	if (found) {
		find_levels(&search);
		choose_parents(&search);
	}
	free(scratch);
	free(hops);
	free(ways);
	return found ? 0 : why(ENOMEM, "bfs: the search of %s does not fit into memory", net->name);
}

const struct family family_bfs = {
	.name = "bfs",
	.networks = "any network",
	.text = "breadth-first tree of least height, balanced over the root's ports",
	.citation = "Moore 1959",
	.applies = applies_everywhere,
	.trees = trees_one,
	.grow = bfs_grow,
	.shortest = true,
};
