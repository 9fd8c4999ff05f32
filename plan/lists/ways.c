/* Finds the ways of a schedule: which pieces of the message cross the same links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/lists/ways.h"
#include "plan/semantics.h"

/* Each range of each packet is a crossing. The crossings of a block are sorted by link, so that a
 * range that crosses a link twice counts once. The start of a crossing adds the link's hash to a
 * sum and the end takes the hash away: between two ends the sum identifies the set of links. Two
 * sets of the same 64-bit sum are as good as impossible. */

struct crossing {
	uint64_t block, link; /* the hash of the link; 0 where the link does not count */
	size_t begin, end;
};

struct crossing_end {
	size_t at;
	int cover; /* 1: a crossing begins; -1: a crossing ends */
	uint64_t link;
};

/* ---- The links that count ---- */

static uint64_t block_of(const struct problem *problem, const struct range *range)
{
	return collective_joins(problem->collective) ? 0 : range->block;
}

/* Returns the node from which a block's links are seen, or -1: there is no such node. */
static int seen_from(const struct problem *problem, uint64_t block)
{
	struct nodes nodes = { 0 };

	if (collective_joins(problem->collective))
		return -1;
	nodes = semantics_before(problem, block);
	if (nodes.count != 1 || problem->collective == GATHER)
		nodes = semantics_after(problem, block);
	return nodes.count == 1 ? nodes.first : -1;
}

/* Returns true if every block has an end of its own, so that whole paths would all differ. */
static bool ends_differ(enum collective collective)
{
	return collective_kind(collective)->personalized &&
	       collective_kind(collective)->blocks != ONE_BLOCK;
}

static uint64_t link_of(
	const struct problem *problem, const struct packet *packet, const struct range *range)
{
	int from = packet->from, to = packet->to, seen = seen_from(problem, range->block);
	int end = problem->collective == GATHER ? to : from;

	if (ends_differ(problem->collective) && end != seen)
		return 0;
	if (seen >= 0 && network_symmetric(&problem->net)) {
		from = network_untranslate(&problem->net, seen, from);
		to = network_untranslate(&problem->net, seen, to);
	}
	return hash_mix(((uint64_t)from << 32 | (uint64_t)to) + 1);
}

/* ---- Pieces ---- */

static int compare_crossings(const void *a, const void *b)
{
	const struct crossing *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	if (x->link != y->link)
		return x->link < y->link ? -1 : 1;
	return (x->begin > y->begin) - (x->begin < y->begin);
}

static int compare_ends(const void *a, const void *b)
{
	const struct crossing_end *x = a, *y = b;

	return (x->at > y->at) - (x->at < y->at);
}

static void list_crossings(const struct schedule *schedule, struct crossing *crossing)
{
	for (size_t k = 0; k < schedule->packets; k++) {
		const struct packet *packet = &schedule->packet[k];
		const struct range *range = schedule->range + packet->first;

		for (uint32_t i = 0; i < packet->count; i++)
			*crossing++ = (struct crossing){ block_of(&schedule->problem, &range[i]),
				link_of(&schedule->problem, packet, &range[i]), range[i].begin,
				range[i].end };
	}
}

/* Writes the two ends of each crossing of a block, where overlapping crossings of a link are a
 * single crossing. Returns the number of ends. */
static size_t list_ends(
	const struct crossing *first, const struct crossing *last, struct crossing_end *end)
{
	size_t ends = 0;

	while (first < last) {
		const struct crossing *next = first + 1;
		size_t until = first->end;

		for (; next < last && next->link == first->link && next->begin < until; next++)
			until = next->end > until ? next->end : until;
		end[ends++] = (struct crossing_end){ first->begin, 1, first->link };
		end[ends++] = (struct crossing_end){ until, -1, 0 - first->link };
		first = next;
	}
	return ends;
}

/* Adds the pieces of a block, which lie between the ends of the crossings. */
static void add_pieces(
	struct plan_ways *ways, uint64_t block, const struct crossing_end *end, size_t ends)
{
	uint64_t links = 0;
	int cover = 0;

	for (size_t i = 0; i + 1 < ends; i++) {
		cover += end[i].cover;
		links += end[i].link;
		if (cover && end[i].at < end[i + 1].at)
			ways->piece[ways->pieces++] =
				(struct way_piece){ block, end[i].at, end[i + 1].at, links, 0 };
	}
}

static void cut_pieces(struct plan_ways *ways, const struct crossing *crossing, size_t crossings,
	struct crossing_end *end)
{
	for (size_t i = 0, next; i < crossings; i = next) {
		size_t ends;

		for (next = i + 1; next < crossings; next++)
			if (crossing[next].block != crossing[i].block)
				break;
		ends = list_ends(crossing + i, crossing + next, end);
		qsort(end, ends, sizeof *end, compare_ends);
		add_pieces(ways, crossing[i].block, end, ends);
	}
}

/* ---- Numbers ---- */

static int compare_links(const void *a, const void *b)
{
	const struct way_piece *x = *(const struct way_piece *const *)a;
	const struct way_piece *y = *(const struct way_piece *const *)b;

	if (x->links != y->links)
		return x->links < y->links ? -1 : 1;
	return (x > y) - (x < y);
}

/* Numbers the ways in the order of their first pieces. */
static int number_ways(struct plan_ways *ways)
{
	struct way_piece **piece = array_new(ways->pieces, sizeof *piece);

	if (!piece)
		return why(ENOMEM, "no memory for the ways of %zu pieces", ways->pieces);
	for (size_t i = 0; i < ways->pieces; i++)
		piece[i] = &ways->piece[i];
	qsort(piece, ways->pieces, sizeof *piece, compare_links);
	for (size_t i = 0, first = 0; i < ways->pieces; i++) {
		if (piece[i]->links != piece[first]->links)
			first = i;
		piece[i]->way = (int)(piece[first] - ways->piece);
	}
	for (size_t i = 0; i < ways->pieces; i++) {
		struct way_piece *own = &ways->piece[i];

		own->way = own->way == (int)i ? ways->count++ : ways->piece[own->way].way;
	}
	free(piece);
	return 0;
}

/* ---- */

int ways_open(struct plan_ways *ways, const struct schedule *schedule)
{
	size_t crossings = schedule->ranges;
	struct crossing *crossing = array_new(crossings, sizeof *crossing);
	struct crossing_end *end = array_new(2 * crossings, sizeof *end);
	int error = -ENOMEM;

	*ways = (struct plan_ways){ .schedule = schedule };
	ways->piece = array_new(2 * crossings, sizeof *ways->piece);
	if (crossing && end && ways->piece) {
		list_crossings(schedule, crossing);
		qsort(crossing, crossings, sizeof *crossing, compare_crossings);
		cut_pieces(ways, crossing, crossings, end);
		error = number_ways(ways);
	} else {
		why(ENOMEM, "no memory for the ways of %zu pieces", crossings);
	}
	free(crossing);
	free(end);
	if (error)
		ways_free(ways);
	return error;
}

void ways_free(struct plan_ways *ways)
{
	free(ways->piece);
	*ways = (struct plan_ways){ 0 };
}

const struct way_piece *ways_first(const struct plan_ways *ways, const struct range *range)
{
	uint64_t block = block_of(&ways->schedule->problem, range);
	size_t low = 0, high = ways->pieces;

	while (low < high) {
		size_t middle = low + (high - low) / 2;
		const struct way_piece *piece = &ways->piece[middle];

		if (piece->block < block || (piece->block == block && piece->end <= range->begin))
			low = middle + 1;
		else
			high = middle;
	}
	return low < ways->pieces && ways->piece[low].block == block &&
			       ways->piece[low].begin < range->end
		       ? &ways->piece[low]
		       : NULL;
}

const struct way_piece *ways_next(
	const struct plan_ways *ways, const struct range *range, const struct way_piece *piece)
{
	const struct way_piece *next = piece + 1;

	return next < ways->piece + ways->pieces && next->block == piece->block &&
			       next->begin < range->end
		       ? next
		       : NULL;
}

static int compare_numbers(const void *a, const void *b)
{
	int x = *(const int *)a, y = *(const int *)b;

	return (x > y) - (x < y);
}

int ways_of_packet(const struct plan_ways *ways, const struct packet *packet, struct way_list *list)
{
	const struct range *range = ways->schedule->range + packet->first;
	int error = 0, count = 0;

	list->count = 0;
	for (uint32_t i = 0; i < packet->count; i++)
		for (const struct way_piece *piece = ways_first(ways, &range[i]); piece;
			piece = ways_next(ways, &range[i], piece)) {
			if (list->count && list->way[list->count - 1] == piece->way)
				continue;
			error = array_reserve(&list->way, &list->room, (size_t)list->count + 1,
				sizeof *list->way);
			if (error)
				return error;
			list->way[list->count++] = piece->way;
		}
	if (list->count)
		qsort(list->way, (size_t)list->count, sizeof *list->way, compare_numbers);
	for (int i = 0; i < list->count; i++)
		if (!count || list->way[i] != list->way[count - 1])
			list->way[count++] = list->way[i];
	list->count = count;
	return 0;
}

void way_list_free(struct way_list *list)
{
	free(list->way);
	*list = (struct way_list){ 0 };
}
