/* Grows a tree of least height on any network, with nodes spread evenly over the root's ports. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/array.h"
#include "base/error.h"
#include "topology/trees/families.h"

/* This is the baseline for networks without a tree of their own. A search from the root finds the
 * nodes level by level. Then, level after level, each node chooses a parent among its neighbours a
 * level up: the neighbour in the branch (the subtree reached through a port of the root) with
 * fewest nodes so far. A scatter is as slow as the largest branch, so balance is worth the choice.
 * Neighbours in the queue compete for the same branches, so the nodes of a level choose in steps of
 * about 0.618 of the level's size. On cube:10 the branches then have 102 or 103 nodes, on gh:32x32
 * 16 or 17.
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
	int *queue;	 /* the nodes found, level after level */
	int *index;	 /* the place of each node in the queue; -1: not found yet */
	int *branch;	 /* the port of the root through which a node is reached */
	int *load;	 /* the number of nodes of each branch */
	long long *ways; /* for each port the hops of all paths through it */
	/* [nodes of the level * ports] for each port the hops of a node's path through it: of the
	 * level above, and of the level that chooses */
	int *above, *hops;
	size_t above_room, hops_room;
};

/* The level above is at first .. begin - 1 in the queue, the level that chooses at begin .. end -
 * 1. */
struct levels {
	int first, begin, end;
};

/* Appends the next level to the queue. Returns the new end of the queue. */
static int find_level(struct bfs_search *search, const struct levels *now)
{
	const struct network *net = search->net;
	int found = now->end;

	for (int i = now->begin; i < now->end; i++)
		for (int v = search->queue[i], p = 0; p < net->ports; p++) {
			int u = network_neighbour(net, v, p);

			if (u < 0 || search->index[u] >= 0)
				continue;
			search->index[u] = found;
			search->queue[found++] = u;
		}
	return found;
}

static int *hops_above(const struct bfs_search *search, const struct levels *now, int u)
{
	return search->above + (size_t)(search->index[u] - now->first) * search->net->ports;
}

/* Returns by how much the sum of squares grows if v's path ends with u and port p of v. */
static double cost_of_way(const struct bfs_search *search, const struct levels *now, int u, int p)
{
	const int *hops;
	double cost = 0;

	if (search->net->digits)
		return 0;
	hops = hops_above(search, now, u);
	for (int q = 0; q < search->net->ports; q++) {
		int times = hops[q] + (q == p);

		cost += times * (2.0 * (double)search->ways[q] + times);
	}
	return cost;
}

/* Notes the path of v, which ends with u. */
static void take_way(struct bfs_search *search, const struct levels *now, int v, int u)
{
	size_t ports = (size_t)search->net->ports;
	int *hops;

	if (search->net->digits)
		return;
	hops = search->hops + (size_t)(search->index[v] - now->begin) * ports;
	memcpy(hops, hops_above(search, now, u), ports * sizeof *hops);
	hops[network_reverse_port(search->net, search->up[v])]++;
	for (size_t q = 0; q < ports; q++)
		search->ways[q] += hops[q];
}

static void choose_parent(struct bfs_search *search, const struct levels *now, int v)
{
	const struct network *net = search->net;
	int least = INT_MAX;
	double cheapest = INFINITY;

	for (int p = 0; p < net->ports; p++) {
		int u = network_neighbour(net, v, p);
		double cost;

		if (u < 0 || search->index[u] < now->first || search->index[u] >= now->begin)
			continue;
		if (search->load[search->branch[u]] > least)
			continue;
		cost = cost_of_way(search, now, u, network_reverse_port(net, p));
		if (search->load[search->branch[u]] == least && cost > cheapest)
			continue;
		least = search->load[search->branch[u]];
		cheapest = cost;
		search->up[v] = p;
		search->branch[v] = search->branch[u];
	}
	search->load[search->branch[v]]++;
	take_way(search, now, v, network_neighbour(net, v, search->up[v]));
}

static void choose_in_level(struct bfs_search *search, const struct levels *now)
{
	int count = now->end - now->begin, stride = (int)(count * 618LL / 1000);

	while (common_divisor((size_t)stride, (size_t)count) != 1)
		stride++;
	for (int i = 0; i < count; i++)
		choose_parent(
			search, now, search->queue[now->begin + (long long)i * stride % count]);
}

/* The root's neighbours are the branches. */
static void begin_branches(struct bfs_search *search, const struct levels *now)
{
	const struct network *net = search->net;

	for (int p = 0; p < net->ports; p++) {
		int v = network_neighbour(net, 0, p);

		if (v < 0)
			continue;
		search->up[v] = network_reverse_port(net, p);
		search->branch[v] = p;
		search->load[p] = 1;
		take_way(search, now, v, 0);
	}
}

/* Makes room for the hops of the level, which becomes the level above thereafter. */
static int reserve_hops(struct bfs_search *search, const struct levels *now)
{
	size_t nodes = search->net->digits ? 0 : (size_t)(now->end - now->begin);

	return array_reserve(&search->hops, &search->hops_room, nodes * (size_t)search->net->ports,
		sizeof *search->hops);
}

static void exchange_hops(struct bfs_search *search)
{
	int *hops = search->above;
	size_t room = search->above_room;

	search->above = search->hops;
	search->above_room = search->hops_room;
	search->hops = hops;
	search->hops_room = room;
}

static int walk_levels(struct bfs_search *search)
{
	struct levels now = { 0, 0, 1 };
	int error = 0;

	for (int v = 1; v < search->net->nodes; v++)
		search->index[v] = -1;
	search->queue[0] = search->index[0] = 0;
	search->up[0] = TREE_ROOT;
	for (int end; !error && (end = find_level(search, &now)) > now.end;) {
		now = (struct levels){ now.begin, now.end, end };
		error = reserve_hops(search, &now);
		if (error)
			break;
		(now.begin == 1 ? begin_branches : choose_in_level)(search, &now);
		exchange_hops(search);
	}
	return error;
}

static int bfs_grow(const struct network *net, int j, int *up)
{
	size_t nodes = net->nodes;
	size_t ports = (size_t)net->ports;
	int *scratch = malloc(sizeof *scratch * (3 * nodes + ports));
	long long *ways = calloc(ports + 1, sizeof *ways);
	struct bfs_search search = { net, up, scratch, scratch + nodes, scratch + 2 * nodes,
		scratch + 3 * nodes, ways, .above = calloc(ports + 1, sizeof(int)),
		.above_room = ports + 1 };
	bool found = scratch && ways && search.above && !walk_levels(&search);

	(void)j;
	free(scratch);
	free(ways);
	free(search.above);
	free(search.hops);
	return found ? 0 : why(ENOMEM, "bfs: the search of %s does not fit into memory", net->name);
}

const struct family family_bfs = {
	.name = "bfs",
	.networks = "any network",
	.text = "breadth-first tree of least height, balanced over the root's ports",
	.citation = "Moore 1959",
	.applies = applies_everywhere,
	.trees = 1,
	.grow = bfs_grow,
	.shortest = true,
};
