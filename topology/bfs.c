/* A tree of least height for every network, found by search from the root level by level. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/why.h"
#include "topology/families.h"

/* The baseline for networks without a tree of their own. The nodes of one level take turns: each
 * takes one child that nobody has yet, until no child is left, so a child that could hang under
 * several parents goes to one that has few. */

struct search {
	const struct network *net;
	int *up;
	int *queue;  /* the nodes found, in the order of their levels */
	int *cursor; /* for each node its first port that was not tried */
	int found;
};

/* Gives v the next neighbour that has no parent yet; false when v has tried all its ports. */
static bool take_child(struct search *search, int v)
{
	while (search->cursor[v] < search->net->ports) {
		int port = search->cursor[v]++, child = network_neighbour(search->net, v, port);

		if (search->up[child] == TREE_ABSENT) {
			search->up[child] = network_reverse_port(search->net, port);
			search->queue[search->found++] = child;
			return true;
		}
	}
	return false;
}

static void take_turns(struct search *search, int first, int end)
{
	bool taken = true;

	while (taken && search->found < search->net->nodes) {
		taken = false;
		for (int i = first; i < end; i++)
			taken |= take_child(search, search->queue[i]);
	}
}

static void search_levels(struct search *search)
{
	for (int c = 0; c < search->net->nodes; c++)
		search->up[c] = TREE_ABSENT;
	search->up[0] = TREE_ROOT;
	search->queue[search->found++] = 0;
	for (int first = 0, end = 1; first < end; first = end, end = search->found)
		take_turns(search, first, end);
}

static int bfs_grow(const struct network *net, int *up)
{
	struct search search = { .net = net, .up = up };

	search.queue = malloc(sizeof(int) * net->nodes);
	search.cursor = calloc(net->nodes, sizeof(int));
	if (search.queue && search.cursor)
		search_levels(&search);
	free(search.queue);
	free(search.cursor);
	if (!search.found)
		return why(ENOMEM, "bfs: the queue for %s does not fit into memory", net->name);
	return 0;
}

const struct family family_bfs = {
	.name = "bfs",
	.networks = "any network",
	.text = "breadth-first tree: least height, children dealt to parents in turn",
	.citation = "none",
	.applies = applies_everywhere,
	.trees = trees_one,
	.grow = bfs_grow,
};
