/* Collects the packets of a schedule with their ranges, and sorts the packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/schedule.h"

int schedule_new(struct schedule **schedule, const struct problem *problem)
{
	struct schedule *s = calloc(1, sizeof *s);

	/* The arrays are never NULL, so that pointers to an empty run are valid. */
	if (!s || problem_copy(&s->problem, problem) ||
		array_reserve(&s->packet, &s->packets_room, 1, sizeof *s->packet) ||
		array_reserve(&s->range, &s->ranges_room, 1, sizeof *s->range)) {
		schedule_free(s);
		return why(ENOMEM, "no memory for a schedule");
	}
	s->element = 1;
	*schedule = s;
	return 0;
}

void schedule_free(struct schedule *schedule)
{
	if (!schedule)
		return;
	free(schedule->problem.permutation);
	free(schedule->packet);
	free(schedule->range);
	free(schedule->first_of);
	free(schedule->index_of);
	free(schedule->line_of);
	free(schedule);
}

int schedule_add(struct schedule *s, struct packet packet, const struct range *range)
{
	int error = array_reserve(&s->packet, &s->packets_room, s->packets + 1, sizeof packet);

	if (!error)
		error = array_reserve(
			&s->range, &s->ranges_room, s->ranges + packet.count, sizeof *range);
	if (error)
		return error;
	packet.first = (uint32_t)s->ranges;
	packet.bytes = 0;
	for (uint32_t i = 0; i < packet.count; i++) {
		packet.bytes += range[i].end - range[i].begin;
		s->range[s->ranges++] = range[i];
	}
	s->packet[s->packets++] = packet;
	return 0;
}

size_t schedule_longest_step(const struct schedule *s)
{
	size_t longest = 0;

	for (size_t i = 0, end; i < s->packets; i = end) {
		end = step_end(s, i);
		longest = end - i > longest ? end - i : longest;
	}
	return longest;
}

size_t schedule_largest_packet(const struct schedule *schedule)
{
	size_t largest = 0;

	for (size_t k = 0; k < schedule->packets; k++)
		if (schedule->packet[k].bytes > largest)
			largest = schedule->packet[k].bytes;
	return largest;
}

int packet_compare(const struct packet *x, const struct packet *y)
{
	if (x->step != y->step)
		return x->step < y->step ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	return (x->first > y->first) - (x->first < y->first);
}

static int compare_packets(const void *a, const void *b)
{
	return packet_compare(a, b);
}

static bool is_sorted(const struct schedule *s)
{
	for (size_t i = 1; i < s->packets; i++)
		if (packet_compare(&s->packet[i - 1], &s->packet[i]) > 0)
			return false;
	return true;
}

/* Returns true if steps begin at 0 and are hardly more than the packets, and all senders exist.
 * Sets `steps`. */
static bool has_dense_steps(struct schedule *s)
{
	int32_t first = 0, last = 0;

	for (size_t i = 0; i < s->packets; i++) {
		const struct packet *p = &s->packet[i];

		first = p->step < first ? p->step : p->from < first ? p->from : first;
		last = p->from > last ? p->from : last;
		s->steps = p->step >= s->steps ? p->step + 1 : s->steps;
	}
	return first == 0 && (size_t)s->steps <= s->packets && last < s->problem.net.nodes;
}

/* Sorts packets by a number that is less than `numbers`, with a counting sort. The sort is
 * stable. */
static void bucket_packets(
	struct schedule *s, size_t numbers, int32_t (*number)(const struct packet *))
{
	struct packet *dealt = array_new(s->packets, sizeof *dealt);
	size_t *next = calloc(numbers + 1, sizeof *next);

	for (size_t i = 0; i < s->packets && dealt && next; i++)
		next[number(&s->packet[i]) + 1]++;
	for (size_t k = 1; k < numbers && next; k++)
		next[k] += next[k - 1];
	for (size_t i = 0; i < s->packets && dealt && next; i++)
		dealt[next[number(&s->packet[i])]++] = s->packet[i];
	if (dealt && next) {
		free(s->packet);
		s->packet = dealt;
		s->packets_room = s->packets + 1;
	} else {
		free(dealt);
	}
	free(next);
}

static int32_t step_of(const struct packet *packet)
{
	return packet->step;
}

static int32_t sender_of(const struct packet *packet)
{
	return packet->from;
}

/* Sorts by step first. Often the packets of a step are in order already. */
static void deal_packets(struct schedule *s)
{
	bucket_packets(s, (size_t)s->steps, step_of);
	if (is_sorted(s))
		return;
	bucket_packets(s, (size_t)s->problem.net.nodes, sender_of);
	bucket_packets(s, (size_t)s->steps, step_of);
}

/* Brings the ranges into the order of the packets, because a pass over packets reads the ranges,
 * too. Without memory the ranges stay in place. */
static void sort_ranges(struct schedule *s)
{
	struct range *range = array_new(s->ranges, sizeof *range);
	size_t ranges = 0;

	if (!range)
		return;
	for (size_t i = 0; i < s->packets; i++) {
		struct packet *p = &s->packet[i];

		for (uint32_t k = 0; k < p->count; k++)
			range[ranges + k] = s->range[p->first + k];
		p->first = (uint32_t)ranges;
		ranges += p->count;
	}
	free(s->range);
	s->range = range;
	s->ranges = s->ranges_room = ranges; /* ranges of removed packets are gone */
}

int schedule_sort(struct schedule *s)
{
	bool sorted = is_sorted(s);

	s->steps = 0;
	if (!sorted && has_dense_steps(s))
		deal_packets(s);
	if (!sorted && !is_sorted(s))
		qsort(s->packet, s->packets, sizeof *s->packet, compare_packets);
	if (!sorted)
		sort_ranges(s);
	s->steps = s->packets ? s->packet[s->packets - 1].step + 1 : 0;
	return 0;
}

/* ---- The index ---- */

int schedule_index(struct schedule *s)
{
	size_t nodes = (size_t)s->problem.net.nodes, *next = calloc(nodes + 2, sizeof *next);

	s->index_of = malloc((s->packets * 2 + 1) * sizeof *s->index_of);
	if (!next || !s->index_of) {
		free(next);
		return why(ENOMEM, "no memory for the index of a schedule");
	}
	for (size_t i = 0; i < s->packets; i++) {
		next[s->packet[i].from + 2]++;
		next[s->packet[i].to + 2]++;
	}
	for (size_t v = 2; v < nodes + 2; v++)
		next[v] += next[v - 1];
	for (size_t i = 0; i < s->packets; i++) {
		s->index_of[next[s->packet[i].from + 1]++] = (uint32_t)i;
		s->index_of[next[s->packet[i].to + 1]++] = (uint32_t)i;
	}
	s->first_of = next;
	return 0;
}
