/* Sorts the hops of a plan, and lists the hops by node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/plan.h"

/* A plan may have tens of millions of hops. A bucket sort by the first keys of the order leaves
 * about a hop in each bucket, and comparisons sort the hops of a bucket. */

enum {
	SLACK = 4, /* buckets for each hop, at most */
	FEW = 32,  /* few hops are sorted by insertion */
	MOST_GROUPS = 1024
};

/* Joins two numbers below 2^32 to a single key. The first number counts more. */
static uint64_t pair(int64_t high, int64_t low)
{
	return (uint64_t)high << 32 | (uint64_t)low;
}

/* ---- Hops ---- */

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

static bool are_sorted(const struct plan *plan, const struct hop *hop, size_t hops)
{
	for (size_t i = 1; i < hops; i++)
		if (compare_hops(&hop[i - 1], &hop[i], (void *)plan) > 0)
			return false;
	return true;
}

/* The keys of the bucket sort are the first keys of the order: (slot, from), followed by the port;
 * in a symmetric plan the port comes before `from`. Keys that would need too many buckets are left
 * out. */
struct dealing {
	const struct plan *plan;
	size_t ports, nodes; /* 1: the key is left to the comparison */
	size_t buckets;
};

static size_t bucket_of(const struct dealing *d, const struct hop *h)
{
	size_t slot = (size_t)hop_slot(d->plan, h);
	size_t port = d->ports > 1 ? h->port : 0, from = d->nodes > 1 ? (size_t)h->from : 0;

	if (d->plan->symmetric)
		return (slot * d->ports + port) * d->nodes + from;
	return (slot * d->nodes + from) * d->ports + port;
}

static struct dealing dealing_of(const struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	size_t slots = plan->interval ? (size_t)plan->interval : (size_t)plan->times;
	size_t most = plan->hops * SLACK;
	struct dealing d = { plan, (size_t)net->ports + 1, (size_t)net->nodes, 0 };

	/* The time comes before the last key. Where the slot is the time, the time adds nothing. */
	if (slots * d.ports * d.nodes > most || plan->interval) {
		if (plan->symmetric)
			d.nodes = 1;
		else if (slots * d.ports * d.nodes > most)
			d.ports = 1;
	}
	d.buckets = slots * d.ports * d.nodes;
	return d;
}

static void insert_hops(struct plan *plan, struct hop *hop, size_t hops)
{
	for (size_t i = 1; i < hops; i++) {
		struct hop held = hop[i];
		size_t k = i;

		for (; k > 0 && compare_hops(&hop[k - 1], &held, plan) > 0; k--)
			hop[k] = hop[k - 1];
		hop[k] = held;
	}
}

/* `end` has the end of each bucket. */
static void sort_buckets(struct plan *plan, struct hop *hop, const size_t *end, size_t buckets)
{
	for (size_t b = 0, first = 0; b < buckets; first = end[b++]) {
		size_t hops = end[b] - first;

		if (hops <= FEW)
			insert_hops(plan, hop + first, hops);
		else if (!are_sorted(plan, hop + first, hops))
			qsort_r(hop + first, hops, sizeof *hop, compare_hops, plan);
	}
}

/* Sorts hops in place into groups of 2^shift buckets. Each hop is exchanged for the hop in its
 * place (McIlroy, Bostic & McIlroy 1993). `end` gets the end of each group. */
static void deal_in_place(const struct dealing *d, int shift, struct plan *plan, size_t *next,
	size_t *end, size_t groups)
{
	struct hop *hop = plan->hop;

	memset(end, 0, groups * sizeof *end);
	for (size_t i = 0; i < plan->hops; i++)
		end[bucket_of(d, &hop[i]) >> shift]++;
	for (size_t g = 0, first = 0; g < groups; g++) {
		next[g] = first;
		end[g] += first;
		first = end[g];
	}
	for (size_t g = 0; g < groups; g++)
		while (next[g] < end[g]) {
			struct hop held = hop[next[g]];
			size_t to;

			while ((to = bucket_of(d, &held) >> shift) != g) {
				struct hop there = hop[next[to]];

				hop[next[to]++] = held;
				__builtin_prefetch(&hop[next[to] + 3], 1);
				held = there;
			}
			hop[next[g]++] = held;
		}
}

/* Sorts hops into buckets, the first of which has the number `low`. `end` gets the end of each
 * bucket, and has a place more than the buckets. */
static void bucket_hops(const struct dealing *d, size_t low, const struct hop *hop, size_t hops,
	struct hop *dealt, size_t *end, size_t buckets)
{
	memset(end, 0, (buckets + 1) * sizeof *end);
	for (size_t i = 0; i < hops; i++)
		end[bucket_of(d, &hop[i]) - low + 1]++;
	for (size_t b = 1; b < buckets; b++)
		end[b] += end[b - 1];
	for (size_t i = 0; i < hops; i++)
		dealt[end[bucket_of(d, &hop[i]) - low]++] = hop[i];
}

static size_t largest_of(const size_t *end, size_t groups)
{
	size_t largest = 0;

	for (size_t g = 0, first = 0; g < groups; first = end[g++])
		largest = end[g] - first > largest ? end[g] - first : largest;
	return largest;
}

/* Sorts in two passes: first into groups, few enough that each has a page and a cache line at hand,
 * then each group, which fits in the caches, into buckets. Returns false without memory. */
static bool deal_hops(struct plan *plan)
{
	struct dealing d = dealing_of(plan);
	size_t groups, each, *end, *inner, first = 0;
	struct hop *group = NULL;
	int shift = 0;

	while (d.buckets >> shift >= MOST_GROUPS)
		shift++;
	groups = (d.buckets >> shift) + 1;
	each = (size_t)1 << shift;
	end = array_new(2 * groups, sizeof *end);
	inner = array_new(each, sizeof *inner);
	if (end && inner) {
		deal_in_place(&d, shift, plan, end + groups, end, groups);
		group = array_new(largest_of(end, groups), sizeof *group);
	}
	for (size_t g = 0; group && g < groups; first = end[g++]) {
		struct hop *hop = plan->hop + first;

		memcpy(group, hop, (end[g] - first) * sizeof *hop);
		bucket_hops(&d, g << shift, group, end[g] - first, hop, inner, each);
		sort_buckets(plan, hop, inner, each);
	}
	free(inner);
	free(end);
	free(group);
	return group;
}

/* Returns false for hops with wrong numbers, which have no buckets and are refused by the proof. */
static bool may_deal(const struct plan *plan)
{
	const struct network *net = &plan->problem.net;

	for (size_t i = 0; i < plan->hops; i++) {
		const struct hop *h = &plan->hop[i];

		if (h->time < 0 || h->from < 0 || h->from >= net->nodes || h->port > net->ports)
			return false;
	}
	return plan->hops > FEW && dealing_of(plan).buckets <= plan->hops * SLACK;
}

int plan_sort(struct plan *plan)
{
	plan->times = 0;
	for (size_t i = 0; i < plan->hops; i++)
		if (plan->hop[i].time >= plan->times)
			plan->times = plan->hop[i].time + 1;
	if (are_sorted(plan, plan->hop, plan->hops) || (may_deal(plan) && deal_hops(plan)))
		return 0;
	if (plan->hops <= FEW)
		insert_hops(plan, plan->hop, plan->hops);
	else
		qsort_r(plan->hop, plan->hops, sizeof *plan->hop, compare_hops, plan);
	return 0;
}

/* ---- The index ---- */

/* A node's entries are sorted by (slot, sends first, the node's own port), and within a packet by
 * the order of the hops, which is the same at both ends. */
static uint64_t key_of_entry(const struct plan *plan, uint32_t entry)
{
	const struct hop *h = &plan->hop[entry / 2];
	bool receive = entry & 1;
	int port = receive ? network_reverse_port(&plan->problem.net, h->port) : h->port;

	return pair((int64_t)hop_slot(plan, h) * 2 + receive, port);
}

struct keyed {
	uint64_t key;
	uint32_t entry;
};

static int compare_keyed(const void *a, const void *b)
{
	const struct keyed *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return (x->entry > y->entry) - (x->entry < y->entry);
}

/* Sorts the entries of a node. Entries come in the order of hops, so that short lists, which are
 * sorted by insertion, are nearly sorted. `list` has a place for each entry. */
static void sort_entries(
	const struct plan *plan, uint32_t *entry, size_t entries, struct keyed *list)
{
	bool sorted = true, few = entries <= FEW * 2;

	for (size_t i = 0; i < entries; i++) {
		struct keyed held = { key_of_entry(plan, entry[i]), entry[i] };
		size_t k = i;

		for (; few && k > 0 && compare_keyed(&list[k - 1], &held) > 0; k--)
			list[k] = list[k - 1];
		list[k] = held;
		sorted &= !i || compare_keyed(&list[i - 1], &list[i]) < 0;
	}
	if (!sorted)
		qsort(list, entries, sizeof *list, compare_keyed);
	for (size_t i = 0; i < entries; i++)
		entry[i] = list[i].entry;
}

/* Returns the node with the list for this end of a hop. A symmetric plan has a single list. */
static int list_of(const struct plan *plan, const struct hop *hop, bool receive)
{
	if (plan->symmetric)
		return 0;
	return receive ? hop_to(plan, hop) : hop->from;
}

/* Fills in the entries slot by slot: first all sends, then all receives. */
static void fill_entries(struct plan *plan, size_t *next)
{
	for (size_t i = 0, end; i < plan->hops; i = end) {
		int32_t slot = hop_slot(plan, &plan->hop[i]);

		for (end = i; end < plan->hops && hop_slot(plan, &plan->hop[end]) == slot; end++)
			plan->entry[next[list_of(plan, &plan->hop[end], false)]++] =
				(uint32_t)(end * 2);
		for (; i < end; i++)
			plan->entry[next[list_of(plan, &plan->hop[i], true)]++] =
				(uint32_t)(i * 2 + 1);
	}
}

static int index_entries(struct plan *plan)
{
	size_t lists = plan->symmetric ? 1 : (size_t)plan->problem.net.nodes;
	size_t *next = calloc(lists + 2, sizeof *next), most = 0;
	struct keyed *list;

	plan->entry = array_new(plan->hops * 2, sizeof *plan->entry);
	if (!next || !plan->entry) {
		free(next);
		return why(ENOMEM, "no memory for the index of a plan");
	}
	for (size_t e = 0; e < plan->hops * 2; e++)
		next[list_of(plan, &plan->hop[e / 2], e & 1) + 2]++;
	for (size_t i = 2; i < lists + 2; i++)
		next[i] += next[i - 1];
	fill_entries(plan, next + 1);
	plan->entry_of = next;
	for (size_t i = 0; i < lists; i++)
		most = next[i + 1] - next[i] > most ? next[i + 1] - next[i] : most;
	list = array_new(most, sizeof *list);
	if (!list)
		return why(ENOMEM, "no memory for the index of a plan");
	for (size_t i = 0; i < lists; i++)
		sort_entries(plan, plan->entry + next[i], next[i + 1] - next[i], list);
	free(list);
	return 0;
}

/* Finds the ends of the blocks that node 0 sends and receives, as seen from node 0. A hop belongs
 * to the origin from which its sender is where `from` is from node 0: the origin is the inverse of
 * `from`, translated to the sender. */
static int index_ends(struct plan *plan)
{
	const struct network *net = &plan->problem.net;
	bool pairs = collective_kind(plan->problem.collective)->blocks == BLOCK_FOR_PAIR;
	int *inverse = array_new((size_t)net->nodes, sizeof *inverse);

	plan->origin = array_new(plan->hops * 2, sizeof *plan->origin);
	plan->destination = pairs ? array_new(plan->hops * 2, sizeof *plan->destination) : NULL;
	if (!inverse || !plan->origin || (pairs && !plan->destination)) {
		free(inverse);
		return why(ENOMEM, "no memory for the index of a plan");
	}
	for (int v = 0; v < net->nodes; v++)
		inverse[v] = network_untranslate(net, v, 0);
	for (size_t e = 0; e < plan->hops * 2; e++) {
		const struct hop *h = &plan->hop[plan->entry[e] / 2];
		int origin = inverse[h->from];

		if (plan->entry[e] & 1)
			origin = network_translate(net,
				network_neighbour(net, 0, network_reverse_port(net, h->port)),
				origin);
		plan->origin[e] = origin;
		if (pairs)
			plan->destination[e] = network_translate(net, origin, (int)h->block);
	}
	free(inverse);
	return 0;
}

/* Removes an incomplete index. */
static void drop_index(struct plan *plan)
{
	free(plan->entry);
	free(plan->entry_of);
	free(plan->origin);
	free(plan->destination);
	plan->entry = NULL;
	plan->entry_of = NULL;
	plan->origin = plan->destination = NULL;
}

int plan_index(struct plan *plan)
{
	int error;

	if (plan->entry)
		return 0;
	error = index_entries(plan);
	if (!error && plan->symmetric)
		error = index_ends(plan);
	if (error)
		drop_index(plan);
	return error;
}
