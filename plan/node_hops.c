/* Finds the hops of a node, and the numbers of the blocks of these hops. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/node_hops.h"

/* Returns v's neighbours through the reverse of each port, and then the translations of the first
 * nodes to v: each entry of a symmetric plan looks up two or three of these. */
static int32_t *translations(const struct network *net, int v, int nodes)
{
	int32_t *table = array_new((size_t)net->ports + (size_t)nodes, sizeof *table);

	for (int p = 0; p < net->ports && table; p++)
		table[p] = network_neighbour(net, v, network_reverse_port(net, p));
	for (int u = 0; u < nodes && table; u++)
		table[net->ports + u] = network_translate(net, v, u);
	return table;
}

/* Translates an entry of a symmetric plan to node v. Returns the number of the block. */
static uint64_t make_own(const struct plan *plan, size_t e, struct hop *h, const int32_t *to)
{
	const struct network *net = &plan->problem.net;
	uint64_t origin = (uint64_t)to[plan->origin[e]];

	if (plan->destination)
		return origin * (uint64_t)net->nodes + (uint64_t)to[plan->destination[e]];
	if (!collective_kind(plan->problem.collective)->sliced)
		return origin;
	h->part += (uint32_t)origin * (uint32_t)plan->parts;
	return h->block;
}

/* Returns the block of a hop in a plan that is written out for all nodes. */
static uint64_t block_of(const struct plan *plan, const struct hop *h, int root)
{
	if (collective_kind(plan->problem.collective)->forward != SCATTER)
		return h->block;
	return (uint64_t)network_translate(&plan->problem.net, root, (int)h->block);
}

int node_hops_find(struct node_hops *hops, const struct plan *plan, int root, int v, bool bare)
{
	const struct network *net = &plan->problem.net;
	int list = plan->symmetric ? 0 : network_untranslate(net, root, v);
	bool blocks = !bare || collective_kind(plan->problem.collective)->sliced;
	int32_t *to = plan->symmetric ? translations(net, v, blocks ? net->nodes : 1) : NULL;
	size_t first = plan->entry_of[list], count = plan->entry_of[list + 1] - first;

	*hops = (struct node_hops){ .count = count,
		.hop = array_new(count, sizeof *hops->hop),
		.block = blocks ? array_new(count, sizeof *hops->block) : NULL };
	if (!hops->hop || (blocks && !hops->block) || (plan->symmetric && !to)) {
		free(to);
		node_hops_free(hops);
		return why(ENOMEM, "no memory for the hops of node %d", v);
	}
	for (size_t e = 0; e < count; e++) {
		uint32_t entry = plan->entry[first + e];
		struct hop *h = &hops->hop[e];

		*h = plan->hop[entry / 2];
		if (to)
			h->from = to[entry & 1 ? h->port : net->ports];
		if (blocks)
			hops->block[e] = to ? make_own(plan, e, h, to + net->ports)
					    : block_of(plan, h, root);
	}
	free(to);
	return 0;
}

void node_hops_free(struct node_hops *hops)
{
	free(hops->hop);
	free(hops->block);
	free(hops->row);
	*hops = (struct node_hops){ 0 };
}
