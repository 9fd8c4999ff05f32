/* Finds the hops of a node, and the numbers of the blocks of these hops. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/node_hops.h"

/* Translates a hop of a symmetric plan to this node. The hop belongs to the origin, or the
 * destination, from which the sender is where `from` is from node 0. Returns the number of the
 * block. */
static uint64_t make_own(const struct plan *plan, struct hop *h, int v, bool receive)
{
	const struct network *net = &plan->problem.net;
	const struct collective_kind *kind = collective_kind(plan->problem.collective);
	int sender = receive ? network_neighbour(net, v, network_reverse_port(net, h->port)) : v;
	int s = network_translate(net, sender, plan->inverse[h->from]);

	h->from = sender;
	if (kind->sliced)
		h->part += (uint32_t)s * (uint32_t)plan->parts;
	else if (kind->blocks == BLOCK_FOR_PAIR)
		return (uint64_t)s * (uint64_t)net->nodes +
		       (uint64_t)network_translate(net, s, (int)h->block);
	else
		return (uint64_t)s;
	return h->block;
}

/* Returns the block of a hop in a plan that is written out for all nodes. */
static uint64_t block_of(const struct plan *plan, const struct hop *h, int root)
{
	if (collective_kind(plan->problem.collective)->forward != SCATTER)
		return h->block;
	return (uint64_t)network_translate(&plan->problem.net, root, (int)h->block);
}

int node_hops_find(struct node_hops *hops, const struct plan *plan, int root, int v)
{
	int list = plan->symmetric ? 0 : network_untranslate(&plan->problem.net, root, v);
	const uint32_t *entry = plan->entry + plan->entry_of[list];
	size_t count = plan->entry_of[list + 1] - plan->entry_of[list];

	*hops = (struct node_hops){ .count = count,
		.hop = array_new(count, sizeof *hops->hop),
		.block = array_new(count, sizeof *hops->block) };
	if (!hops->hop || !hops->block) {
		node_hops_free(hops);
		return why(ENOMEM, "no memory for the hops of node %d", v);
	}
	for (size_t e = 0; e < count; e++) {
		struct hop *h = &hops->hop[e];

		*h = plan->hop[entry[e] / 2];
		hops->block[e] = plan->symmetric ? make_own(plan, h, v, entry[e] & 1)
						 : block_of(plan, h, root);
	}
	return 0;
}

void node_hops_free(struct node_hops *hops)
{
	free(hops->hop);
	free(hops->block);
	free(hops->row);
	*hops = (struct node_hops){ 0 };
}
