/* Runs a plan backwards, without the parts that the plan delivers twice. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "collectives/transforms.h"
#include "plan/semantics.h"

/* Compares hops by the node that the hop reaches, the block and part, and the time. */
static int compare_deliveries(const void *a, const void *b, void *context)
{
	const struct plan *plan = context;
	const struct hop *x = a, *y = b;
	int64_t difference = (int64_t)hop_to(plan, x) - hop_to(plan, y);

	if (!difference)
		difference = (int64_t)x->block - y->block;
	if (!difference)
		difference = (int64_t)x->part - y->part;
	if (!difference)
		difference = (int64_t)x->time - y->time;
	return (difference > 0) - (difference < 0);
}

/* Keeps the first delivery of each part to each node, for rounds of each kind, and none to nodes
 * that have the part from the beginning. */
void plan_drop_redundant(struct plan *plan)
{
	unsigned served = 0; /* the kinds of rounds in which the part has come */
	size_t kept = 0;
	struct hop last = { 0 };

	if (!plan->hops)
		return;
	qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_deliveries, plan);
	for (size_t i = 0; i < plan->hops; i++) {
		struct hop h = plan->hop[i];
		int to = hop_to(plan, &h);

		if (!i || hop_to(plan, &last) != to || last.block != h.block || last.part != h.part)
			served = nodes_have(semantics_before(&plan->problem, h.block), to)
					 ? ALL_ROUNDS
					 : 0;
		last = h;
		h.absent |= (uint8_t)served;
		served |= ~(unsigned)h.absent & ALL_ROUNDS;
		if (h.absent != ALL_ROUNDS)
			plan->hop[kept++] = h;
	}
	plan->hops = kept;
}

/* Rounds run backwards, too: the last round was the first. */
static uint8_t kinds_backwards(uint8_t absent)
{
	unsigned kept = absent & (ROUND_BETWEEN | ROUND_ONLY);

	if (absent & ROUND_FIRST)
		kept |= ROUND_LAST;
	if (absent & ROUND_LAST)
		kept |= ROUND_FIRST;
	return (uint8_t)kept;
}

/* Mirrors the table of cuts. */
static void mirror_cuts(struct plan *plan)
{
	uint32_t *low = plan->cut, *high = low + plan->parts, units = *high;

	for (; low < high; low++, high--) {
		uint32_t cut = units - *low;

		*low = units - *high;
		*high = cut;
	}
	if (low == high)
		*low = units - *low;
}

/* A contribution that came back twice would be counted twice, so each part is delivered once. Parts
 * are mirrored, too: a short last round then has the parts of the trees that begin first, and not
 * of the trees that end last. */
int plan_reverse(struct plan *plan, enum collective collective)
{
	const struct network *net = &plan->problem.net;
	enum collective before = plan->problem.collective;

	if (before == BROADCAST || before == SCATTER)
		plan_drop_redundant(plan);
	plan->problem.collective = collective;
	for (size_t i = 0; i < plan->hops; i++) {
		struct hop *h = &plan->hop[i];

		h->from = hop_to(plan, h);
		h->port = (uint16_t)network_reverse_port(net, h->port);
		h->time = plan->times - 1 - h->time;
		h->part = (uint32_t)plan->parts - 1 - h->part;
		h->fold = collective_combines(collective);
		h->absent = kinds_backwards(h->absent);
	}
	if (plan->cut)
		mirror_cuts(plan);
	return plan_sort(plan);
}

int plan_towards(struct plan *plan, enum collective collective)
{
	if (collective == ALLREDUCE)
		return plan_there_and_back(plan);
	if (collective == GATHER)
		return plan_reverse(plan, GATHER);
	return collective_combines(collective) ? plan_reverse(plan, REDUCE) : 0;
}
