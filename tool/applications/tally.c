/* Counts numbers in bins: each node counts a slice of the numbers, and then the counts are added.
 *
 * Adding is the paper's HISTOGRAM: a reduce-scatter, after which node v has the sums of the v-th
 * slice of the bins. Then these slices are gathered at node 0, or broadcast from all to all. On a
 * cube the reduce-scatter halves the bins along all rotations at once, and the broadcast from all
 * to all does the same backwards: 2 d start-ups.
 *
 * Source: Stout & Wagar 1990, section 8. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/size.h"
#include "tool/files/need.h"
#include "tool/applications/tally.h"

static int count(struct grove_node *me, void *argument)
{
	const struct tally *t = argument;
	int v = grove_node_number(me);
	uint64_t *row = (uint64_t *)room_in(&t->counts, v);
	size_t begin = cut(t->numbers.count, (uint64_t)v, (uint64_t)t->nodes);
	size_t end = cut(t->numbers.count, (uint64_t)v + 1, (uint64_t)t->nodes);

	memset(row, 0, (size_t)t->nodes * t->slice * sizeof *row);
	tally_count(t, row, begin, end);
	return 0;
}

/* Returns the nodes that get the sums. */
static int readers(const struct tally *t)
{
	return t->everywhere ? t->nodes : 1;
}

static int look(struct grove_node *me, void *argument)
{
	const struct tally *t = argument;
	int v = grove_node_number(me);

	if (v < readers(t))
		room_look(
			&t->sums, v, room_out(&t->sums, v), (t->bins.count + 1) * sizeof(uint64_t));
	return 0;
}

/* Compares the sums of all nodes that have sums with the counts of one loop, which finds the bin of
 * each number by itself. */
static void need_right(void *argument)
{
	const struct tally *t = argument;
	size_t bins = need_sum(t->bins.count, 1);
	uint64_t *plain = need_memory(bins, sizeof *plain);
	double number;

	memset(plain, 0, bins * sizeof *plain);
	for (size_t i = 0; i < t->numbers.count; i++) {
		numbers_load(&t->numbers, &number, i, 1);
		plain[bins_find(&t->bins, number)]++;
	}
	for (int v = 0; v < readers(t); v++)
		if (memcmp(room_out(&t->sums, v), plain, bins * sizeof *plain))
			end_command(STATUS_FAILED,
				"node %d has other counts than one loop over the file", v);
	free(plain);
}

static void spoil(void *argument)
{
	const struct tally *t = argument;

	room_spoil(&t->counts, t->nodes);
	room_spoil(&t->sums, t->nodes);
}

static struct grove_problem adding(const struct tally *t, bool cube)
{
	return (struct grove_problem){ .collective = "reducescatter",
		.algorithm = cube ? "histogram" : NULL,
		.bytes = need_product(t->slice, sizeof(uint64_t)),
		.type = GROVE_U64,
		.fold = GROVE_SUM };
}

static struct grove_problem gathering(const struct tally *t, bool cube)
{
	return (struct grove_problem){ .collective = t->everywhere ? "allgather" : "gather",
		.algorithm = t->everywhere && cube ? "complete-broadcast" : NULL,
		.bytes = need_product(t->slice, sizeof(uint64_t)),
		.forward = "copy" };
}

/* The output of the first collective is the input of the second. */
static void rooms_open(struct tally *t)
{
	size_t slice = need_product(t->slice, sizeof(uint64_t)),
	       row = need_product(slice, (size_t)t->nodes);

	room_open(&t->counts, t->nodes, row, slice);
	room_open(&t->sums, t->nodes, 0, row);
	for (int v = 0; v < t->nodes; v++)
		t->sums.nodes[v].in = room_out(&t->counts, v);
}

void tally_take(struct tally *t, struct app_session *s, struct app_series *series)
{
	struct grove_problem first, second;

	tally_bins(t);
	t->nodes = s->nodes;
	t->slice = part_size(need_sum(t->bins.count, 1), s->nodes);
	first = adding(t, session_on_cube(s));
	second = gathering(t, session_on_cube(s));
	rooms_open(t);
	series->forward = "copy";
	series->argument = t;
	series->need_right = need_right;
	series->spoil = spoil;
	series->aside = need_product(t->numbers.count, t->numbers.item);
	series_body(series, "count", count);
	series_collective(series, "reduce-scatter", s, &first, t->counts.nodes);
	series_collective(series, second.collective, s, &second, t->sums.nodes);
	series_body(series, NULL, look);
	series_measure(series, s);
}

const uint64_t *tally_sums(const struct tally *t)
{
	return (const uint64_t *)room_out(&t->sums, 0);
}

void tally_free(struct tally *t)
{
	room_close(&t->counts);
	room_close(&t->sums);
	free(t->bins.edges);
}
