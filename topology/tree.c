/* Grows the trees of a family into tables: parents, depths, and an order from the root down. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "base/memory_budget.h"
#include "base/size.h"
#include "base/error.h"
#include "topology/trees/families.h"
#include "topology/largest_network.h"

/* After forest_grow, for every tree j and every node c in that tree, with at(c) = j * nodes + c:
 *
 *	neighbour(c, up[at(c)]) = parent[at(c)],   depth[at(c)] = depth[at(parent[at(c)])] + 1,
 *
 * and `order` lists the nodes of tree j by (depth, node). A family that would violate this, by a
 * cycle or by a parent outside the tree, is refused: such a forest does not exist. */

static size_t at(const struct forest *forest, int j, int c)
{
	return (size_t)j * forest->net.nodes + c;
}

static const struct family *base_of(const struct family *family)
{
	return family->base ? family_named(family->base) : family;
}

/* Finds the ports of tree j directly by the definition. A family with a base has a definition for
 * tree 0. */
static int define_tree(struct forest *forest, int j)
{
	const struct family *family = base_of(forest->family);
	int *up = forest->up + at(forest, j, 0);

	if (family->grow)
		return family->grow(&forest->net, j, up);
	up[0] = TREE_ROOT;
	for (int c = 1; c < forest->net.nodes; c++)
		up[c] = family->up(&forest->net, j, c);
	return 0;
}

static void find_parents(struct forest *forest, int j)
{
	const int *up = forest->up + at(forest, j, 0);
	int *parent = forest->parent + at(forest, j, 0);

	for (int c = 0; c < forest->net.nodes; c++)
		parent[c] = up[c] < 0 ? up[c] : network_neighbour(&forest->net, c, up[c]);
}

/* Makes tree j from tree j - 1 by rotating both ends of every link by a step. */
static void rotate_tree(struct forest *forest, int j)
{
	const struct network *net = &forest->net;
	const int *last = forest->parent + at(forest, j - 1, 0);

	for (int c = 0; c < net->nodes; c++) {
		int image = network_rotate(net, c, 1);
		size_t i = at(forest, j, image);

		forest->parent[i] = last[c] < 0 ? last[c] : network_rotate(net, last[c], 1);
		forest->up[i] =
			last[c] < 0 ? last[c] : network_port_to(net, image, forest->parent[i]);
	}
}

enum {
	UNKNOWN = -2
};

/* Walks from c towards the root to a node of known depth, then along the same path again to write
 * the depths. The time for all nodes together is therefore proportional to the number of nodes. */
static int find_depth(const int *parent, int *depth, int c, int nodes)
{
	int known = c, steps = 0;

	for (; depth[known] == UNKNOWN; known = parent[known], steps++)
		if (steps == nodes || parent[known] < 0)
			return -EINVAL;
	if (depth[known] < 0)
		return -EINVAL;
	for (steps += depth[known]; depth[c] == UNKNOWN; c = parent[c], steps--)
		depth[c] = steps;
	return 0;
}

static int find_depths(struct forest *forest, int j)
{
	const int *parent = forest->parent + at(forest, j, 0);
	int *depth = forest->depth + at(forest, j, 0), nodes = forest->net.nodes;

	for (int c = 0; c < nodes; c++)
		depth[c] = c == 0 ? 0 : parent[c] == TREE_ABSENT ? -1 : UNKNOWN;
	for (int c = 0; c < nodes; c++)
		if (depth[c] == UNKNOWN && find_depth(parent, depth, c, nodes))
			return why(EINVAL, "%s: tree %d of %s does not join node %d to the root",
				forest->family->name, j, forest->net.name, c);
	return 0;
}

/* Sorts the nodes by counting. `next` has nodes + 1 places: where the next node of each depth
 * goes. */
static void find_order(struct forest *forest, int j, int *next)
{
	const int *depth = forest->depth + at(forest, j, 0);
	int *order = forest->order + at(forest, j, 0), nodes = forest->net.nodes;

	memset(next, 0, sizeof *next * (nodes + 1));
	for (int c = 0; c < nodes; c++) {
		order[c] = -1;
		if (depth[c] >= 0)
			next[depth[c] + 1]++;
	}
	for (int d = 1; d <= nodes; d++)
		next[d] += next[d - 1];
	for (int c = 0; c < nodes; c++)
		if (depth[c] >= 0)
			order[next[depth[c]]++] = c;
}

static int grow_tree(struct forest *forest, int j, int *scratch)
{
	int error = 0;

	if (forest->family->base && j > 0) {
		rotate_tree(forest, j);
	} else {
		error = define_tree(forest, j);
		if (!error)
			find_parents(forest, j);
	}
	if (!error)
		error = find_depths(forest, j);
	if (!error)
		find_order(forest, j, scratch);
	return error;
}

static bool contains(const struct forest *forest, int j, int c)
{
	return forest->up[at(forest, j, c)] != TREE_ABSENT;
}

static int trees_with(const struct forest *forest, int c)
{
	int holders = 0;

	for (int j = 0; j < forest->trees; j++)
		holders += contains(forest, j, c);
	return holders;
}

/* Returns the least number of parts that is a multiple of the number of trees at every node. */
static int least_parts(const struct forest *forest)
{
	int parts = 1;

	for (int c = 1; c < forest->net.nodes && parts < forest->trees; c++)
		parts = common_multiple(parts, trees_with(forest, c));
	return forest->net.nodes > 1 ? parts : forest->trees;
}

/* Each node of each tree has four numbers. */
static double bytes_of(const struct network *net, const struct family *family)
{
	return 4.0 * sizeof(int) * net->nodes * family_trees(family, net);
}

static bool trees_fit(const struct network *net, const void *family)
{
	return memory_budget_has(bytes_of(net, family));
}

static int refuse_trees(const struct network *net, const struct family *family)
{
	char what[NETWORK_NAME + 64], advice[NETWORK_ADVICE];

	snprintf(what, sizeof what, "%s: the forest of %s", family->name, net->name);
	return memory_budget_refuse(
		bytes_of(net, family), what, network_advice(advice, net, trees_fit, family));
}

static int allocate(struct forest *forest, int **scratch)
{
	size_t entries, bytes;

	if (!size_multiply(&entries, forest->trees, forest->net.nodes) ||
		!size_multiply(&bytes, entries, sizeof(int)))
		return -ENOMEM;
	forest->up = malloc(bytes);
	forest->parent = malloc(bytes);
	forest->depth = malloc(bytes);
	forest->order = malloc(bytes);
	*scratch = malloc(sizeof(int) * ((size_t)forest->net.nodes + 1));
	if (!forest->up || !forest->parent || !forest->depth || !forest->order || !*scratch)
		return -ENOMEM;
	return 0;
}

int forest_grow(struct forest **forest, const struct network *net, const struct family *family)
{
	struct forest *grown = NULL;
	int *scratch = NULL, error = family_applies(family, net);

	if (error)
		return error;
	if (!trees_fit(net, family))
		return refuse_trees(net, family);
	grown = calloc(1, sizeof *grown);
	if (!grown)
		goto no_memory;
	*grown = (struct forest){
		.net = *net, .family = family, .trees = family_trees(family, net)
	};
	if (allocate(grown, &scratch))
		goto no_memory;
	for (int j = 0; j < grown->trees && !error; j++)
		error = grow_tree(grown, j, scratch);
	free(scratch);
	if (error) {
		forest_free(grown);
		return error;
	}
	grown->parts = least_parts(grown);
	*forest = grown;
	return 0;

no_memory:
	free(scratch);
	forest_free(grown);
	return why(ENOMEM, "%s: the trees of %s do not fit into memory", family->name, net->name);
}

void forest_free(struct forest *forest)
{
	if (!forest)
		return;
	free(forest->up);
	free(forest->parent);
	free(forest->depth);
	free(forest->order);
	free(forest);
}

int forest_height(const struct forest *forest, int j)
{
	int height = 0;

	for (int c = 0; c < forest->net.nodes; c++) {
		int depth = forest->depth[at(forest, j, c)];

		height = depth > height ? depth : height;
	}
	return height;
}

int forest_tree_of(const struct forest *forest, int c, int part)
{
	int holders = trees_with(forest, c), wanted, j = 0;

	wanted = (int)((long long)part * holders / forest->parts);
	while (!contains(forest, j, c) || wanted--)
		j++;
	return j;
}
