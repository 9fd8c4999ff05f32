/* Finds the earlier packets of a node for which each packet of the node must wait. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/packet_needs.h"
#include "base/array.h"
#include "base/error.h"
#include "plan/runs.h"

/* A range of a packet of the node, with the place of the packet. */
struct range_place {
	uint64_t block;
	size_t begin, end;
	uint32_t at;
};

struct finder {
	const struct schedule *schedule;
	int v;
	struct packet_needs *needs;
	struct range_place *place; /* sorted by block and begin */
	size_t places;
	size_t longest;	 /* bytes of the longest range */
	uint32_t *found; /* [count] the last packet for which a place was found, plus 1 */
};

static const struct packet *packet_at(const struct finder *f, uint32_t at)
{
	return &f->schedule->packet[f->needs->packet[at]];
}

static bool is_sent(const struct finder *f, uint32_t at)
{
	return packet_at(f, at)->from == f->v;
}

/* Sends leave with the bytes from before their step. Receives of a step are in the
 * order of the schedule's list. */
static int compare_packets(const void *a, const void *b, void *context)
{
	const struct finder *f = context;
	const struct packet *x = &f->schedule->packet[*(const uint32_t *)a],
			    *y = &f->schedule->packet[*(const uint32_t *)b];
	bool x_sent = x->from == f->v, y_sent = y->from == f->v;

	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	if (x_sent != y_sent)
		return x_sent ? -1 : 1;
	return x < y ? -1 : x > y;
}

static int compare_places(const void *a, const void *b)
{
	const struct range_place *x = a, *y = b;

	if (x->block != y->block)
		return x->block < y->block ? -1 : 1;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	return x->at < y->at ? -1 : x->at > y->at;
}

static int list_packets(struct finder *f)
{
	const struct schedule *s = f->schedule;
	struct packet_needs *needs = f->needs;
	size_t count = s->first_of[f->v + 1] - s->first_of[f->v], ranges = 0;

	needs->count = (uint32_t)count;
	needs->packet = array_new(count, sizeof *needs->packet);
	needs->first = array_zeros(count + 1, sizeof *needs->first);
	f->found = array_zeros(count, sizeof *f->found);
	if (!needs->packet || !needs->first || !f->found)
		return -ENOMEM;
	memcpy(needs->packet, s->index_of + s->first_of[f->v], count * sizeof *needs->packet);
	qsort_r(needs->packet, count, sizeof *needs->packet, compare_packets, f);
	for (uint32_t i = 0; i < count; i++)
		ranges += packet_at(f, i)->count;
	f->place = array_new(ranges, sizeof *f->place);
	return f->place ? 0 : -ENOMEM;
}

static void list_places(struct finder *f)
{
	for (uint32_t i = 0; i < f->needs->count; i++) {
		const struct packet *packet = packet_at(f, i);

		for (uint32_t k = 0; k < packet->count; k++) {
			const struct range *range = &f->schedule->range[packet->first + k];

			f->place[f->places++] =
				(struct range_place){ range->block, range->begin, range->end, i };
			if (range->end - range->begin > f->longest)
				f->longest = range->end - range->begin;
		}
	}
	qsort(f->place, f->places, sizeof *f->place, compare_places);
}

/* Notes that packet `at` waits for an earlier packet. */
static int add_need(struct finder *f, uint32_t at, uint32_t earlier)
{
	struct packet_needs *needs = f->needs;
	int error;

	if (earlier >= at || f->found[earlier] == at + 1 || (is_sent(f, at) && is_sent(f, earlier)))
		return 0;
	error = array_reserve(&needs->need, &needs->room, needs->needs + 1, sizeof *needs->need);
	if (!error) {
		f->found[earlier] = at + 1;
		needs->need[needs->needs++] = earlier;
	}
	return error;
}

/* Finds the first place in the block that may reach beyond `begin`. */
static size_t first_place(const struct finder *f, const struct range *range)
{
	size_t least = range->begin < f->longest ? 0 : range->begin - f->longest + 1;
	struct range_place key = { range->block, least, 0, 0 };
	size_t low = 0, high = f->places;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (compare_places(&f->place[middle], &key) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int need_range(struct finder *f, uint32_t at, const struct range *range)
{
	int error = 0;

	for (size_t i = first_place(f, range); i < f->places && !error; i++) {
		const struct range_place *place = &f->place[i];

		if (place->block != range->block || place->begin >= range->end)
			break;
		if (place->end > range->begin)
			error = add_need(f, at, place->at);
	}
	return error;
}

/* A sum of neighbours is made of the sums within. */
static int need_runs(struct finder *f, uint32_t at, const struct range *range)
{
	struct run whole = run_of(&f->schedule->problem, range->block);
	int error = 0;

	for (size_t i = 0; i < f->places && !error; i++) {
		const struct range_place *place = &f->place[i];
		struct run part = run_of(&f->schedule->problem, place->block);

		if (part.first >= whole.first && part.last <= whole.last &&
			place->begin < range->end && place->end > range->begin)
			error = add_need(f, at, place->at);
	}
	return error;
}

static int need_all(struct finder *f, uint32_t at)
{
	int error = 0;

	for (uint32_t i = 0; i < at && !error; i++)
		error = add_need(f, at, i);
	return error;
}

static int compare_numbers(const void *a, const void *b)
{
	const uint32_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

static int find_needs(struct finder *f, uint32_t at)
{
	const struct packet *packet = packet_at(f, at);
	enum collective collective = f->schedule->problem.collective;
	struct packet_needs *needs = f->needs;
	int error = 0;

	if (!collective_has_bytes(collective))
		error = need_all(f, at);
	for (uint32_t k = 0; k < packet->count && !error; k++) {
		const struct range *range = &f->schedule->range[packet->first + k];

		error = collective_joins(collective) ? need_runs(f, at, range)
						     : need_range(f, at, range);
	}
	needs->first[at + 1] = (uint32_t)needs->needs;
	if (!error && needs->needs > needs->first[at])
		qsort(needs->need + needs->first[at], needs->needs - needs->first[at],
			sizeof *needs->need, compare_numbers);
	return error;
}

int packet_needs_find(struct packet_needs *needs, const struct schedule *schedule, int v)
{
	struct finder f = { .schedule = schedule, .v = v, .needs = needs };
	int error;

	*needs = (struct packet_needs){ 0 };
	error = list_packets(&f);
	if (!error)
		list_places(&f);
	for (uint32_t i = 0; i < needs->count && !error; i++)
		error = find_needs(&f, i);
	free(f.place);
	free(f.found);
	if (!error)
		return 0;
	packet_needs_free(needs);
	return why(ENOMEM, "no memory for the order of the packets of node %d", v);
}

void packet_needs_free(struct packet_needs *needs)
{
	free(needs->packet);
	free(needs->first);
	free(needs->need);
	*needs = (struct packet_needs){ 0 };
}
