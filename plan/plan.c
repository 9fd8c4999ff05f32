/* Plans: hops collected, sorted, and indexed by node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/why.h"
#include "plan/plan.h"

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

void plan_free(struct plan *plan)
{
	if (!plan)
		return;
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

int32_t hop_slot(const struct plan *plan, const struct hop *hop)
{
	return plan->interval ? hop->time % plan->interval : hop->time;
}

/* Numbers below 2^32, the first one first: for comparing two at once. */
static uint64_t pair(int64_t high, int64_t low)
{
	return (uint64_t)high << 32 | (uint64_t)low;
}

static int compare_hops(const void *a, const void *b, void *context)
{
	const struct plan *plan = context;
	const struct hop *x = a, *y = b;
	bool by_port = plan->symmetric;
	uint64_t p = pair(hop_slot(plan, x), by_port ? x->port : x->from);
	uint64_t q = pair(hop_slot(plan, y), by_port ? y->port : y->from);

	if (p == q) {
		p = by_port ? pair(x->time, x->from) : pair(x->port, x->time);
		q = by_port ? pair(y->time, y->from) : pair(y->port, y->time);
	}
	if (p == q) {
		p = pair(x->block, x->part);
		q = pair(y->block, y->part);
	}
	return (p > q) - (p < q);
}

static bool is_sorted(struct plan *plan)
{
	for (size_t i = 1; i < plan->hops; i++)
		if (compare_hops(&plan->hop[i - 1], &plan->hop[i], plan) > 0)
			return false;
	return true;
}

int plan_sort(struct plan *plan)
{
	plan->times = 0;
	for (size_t i = 0; i < plan->hops; i++)
		if (plan->hop[i].time >= plan->times)
			plan->times = plan->hop[i].time + 1;
	if (!is_sorted(plan))
		qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_hops, plan);
	return 0;
}

int hop_to(const struct plan *plan, const struct hop *hop)
{
	return network_neighbour(&plan->problem.net, hop->from, hop->port);
}

uint64_t plan_hash(const struct plan *plan)
{
	uint64_t hash = 0xcbf29ce484222325u; /* Fowler, Noll and Vo's FNV-1a, on words */

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];
		uint64_t word = (uint64_t)h->time << 40 ^ (uint64_t)h->from << 20 ^ h->port ^
				(uint64_t)h->block << 32 ^ (uint64_t)h->part << 8 ^
				(uint64_t)h->fold << 63;

		hash = (hash ^ word) * 0x100000001b3u;
		hash ^= hash >> 29;
	}
	return hash ^ (uint64_t)plan->parts << 1 ^ (uint64_t)plan->interval << 17;
}

/* ---- The index ---- */

/* A node's entries are sorted by (slot, sends first, its own port), and within one packet by the
 * order of the hops, which is the same at both ends. */
static uint64_t key_of_entry(const struct plan *plan, uint32_t entry)
{
	const struct hop *h = &plan->hop[entry / 2];
	bool receive = entry & 1;
	int port = receive ? network_reverse_port(&plan->problem.net, h->port) : h->port;

	return pair((int64_t)hop_slot(plan, h) * 2 + receive, port);
}

static int compare_entries(const void *a, const void *b, void *plan)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	uint64_t p = key_of_entry(plan, x), q = key_of_entry(plan, y);

	return p != q ? (p < q ? -1 : 1) : (x > y) - (x < y);
}

/* The node in whose list an end of a hop stands: all in one list when the plan is symmetric. */
static int list_of(const struct plan *plan, const struct hop *hop, bool receive)
{
	if (plan->symmetric)
		return 0;
	return receive ? hop_to(plan, hop) : hop->from;
}

static int index_entries(struct plan *plan)
{
	size_t lists = plan->symmetric ? 1 : (size_t)plan->problem.net.nodes;
	size_t *next = calloc(lists + 2, sizeof *next);

	plan->entry = malloc((plan->hops * 2 + 1) * sizeof *plan->entry);
	if (!next || !plan->entry) {
		free(next);
		return why(ENOMEM, "no memory for the index of a plan");
	}
	for (size_t e = 0; e < plan->hops * 2; e++)
		next[list_of(plan, &plan->hop[e / 2], e & 1) + 2]++;
	for (size_t i = 2; i < lists + 2; i++)
		next[i] += next[i - 1];
	for (size_t e = 0; e < plan->hops * 2; e++)
		plan->entry[next[list_of(plan, &plan->hop[e / 2], e & 1) + 1]++] = (uint32_t)e;
	plan->entry_of = next;
	for (size_t i = 0; i < lists; i++)
		qsort_r(plan->entry + next[i], next[i + 1] - next[i], sizeof *plan->entry,
			compare_entries, plan);
	return 0;
}

static int index_inverses(struct plan *plan)
{
	const struct network *net = &plan->problem.net;

	plan->inverse = malloc(sizeof(int) * (size_t)net->nodes);
	if (!plan->inverse)
		return why(ENOMEM, "no memory for the index of a plan");
	for (int c = 0; c < net->nodes; c++)
		plan->inverse[c] = network_untranslate(net, c, 0);
	return 0;
}

int plan_index(struct plan *plan)
{
	int error = index_entries(plan);

	return error || !plan->symmetric ? error : index_inverses(plan);
}
