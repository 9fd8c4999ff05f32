/* Plans: hops collected, sorted, and indexed by node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/plan.h"
#include "plan/stream.h"

int plan_new(struct plan **plan, const struct problem *problem, int parts)
{
	struct plan *p = calloc(1, sizeof *p);
	size_t bytes = sizeof(int) * (size_t)problem->net.nodes;

	if (!p)
		goto fail;
	p->problem = *problem;
	p->problem.destination =
		network_untranslate(&problem->net, problem->root, problem->destination);
	p->problem.root = 0;
	p->parts = parts;
	if (problem->permutation) {
		p->problem.permutation = malloc(bytes);
		if (!p->problem.permutation)
			goto fail;
		memcpy(p->problem.permutation, problem->permutation, bytes);
	}
	*plan = p;
	return 0;
fail:
	free(p);
	return why(ENOMEM, "no memory for a plan");
}

int plan_cut(struct plan *plan, const uint32_t *cut)
{
	size_t bytes = ((size_t)plan->parts + 1) * sizeof *cut;

	free(plan->cut);
	plan->cut = malloc(bytes);
	if (!plan->cut)
		return why(ENOMEM, "no memory for the cuts of a plan");
	memcpy(plan->cut, cut, bytes);
	return 0;
}

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
	free(plan->cut);
	stream_free(plan->stream);
	free(plan->problem.permutation);
	free(plan->hop);
	free(plan->entry_of);
	free(plan->entry);
	free(plan->inverse);
	free(plan);
}

int plan_add(struct plan *plan, struct hop hop)
{
	int error = array_reserve(&plan->hop, &plan->room, plan->hops + 1, sizeof hop);

	if (!error)
		plan->hop[plan->hops++] = hop;
	return error;
}

uint64_t plan_hash(const struct plan *plan)
{
	uint64_t hash = 0xcbf29ce484222325u; /* Fowler, Noll and Vo's FNV-1a, on words */

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		uint64_t word = (uint64_t)h->time << 40 ^ (uint64_t)h->from << 20 ^ h->port ^
				(uint64_t)h->block << 32 ^ (uint64_t)h->part << 8 ^
				(uint64_t)h->fold << 63 ^ (uint64_t)h->absent << 27;

		hash = (hash ^ word) * 0x100000001b3u;
		hash ^= hash >> 29;
	}
	for (int i = 0; plan->cut && i <= plan->parts; i++)
		hash = (hash ^ plan->cut[i]) * 0x100000001b3u;
	if (plan->alternating)
		hash = ~hash;
	hash ^= (uint64_t)plan->short_first << 59;
	if (plan->stream)
		hash = (hash ^ (uint64_t)plan->stream->interval) * 0x100000001b3u;
	return hash ^ (uint64_t)plan->parts << 1 ^ (uint64_t)plan->interval << 17 ^
	       (uint64_t)plan->even << 60;
}
