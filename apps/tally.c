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
#include "apps/fail.h"
#include "apps/app_memory.h"
#include "apps/tally.h"

enum {
	BLOCK = 1024,
	WORD = 8, /* bytes */
	TABLES = 4
};

/* Returns the beginning of slice v of `total` things: floor(v total / nodes), without overflow. */
static size_t cut(size_t total, int v, int nodes)
{
	size_t n = (size_t)nodes, i = (size_t)v;

	return i * (total / n) + i * (total % n) / n;
}

void tally_bins(struct tally *t)
{
	unsigned char byte = 0;
	double number;

	for (int i = 0; i < BYTES && t->numbers.item == 1; i++, byte++) {
		t->numbers.load(&number, &byte, 1, false);
		t->bin[i] = bins_find(&t->bins, number);
	}
}

/* Counts the bytes of words. When two equal bytes follow each other, the second waits for the
 * counter that the first has just written. So neighbours have tables of their own, and equal bytes
 * meet again four bytes later at the earliest. More tables would only take room in the first cache.
 * Counters are not narrow, because stores of 16 bits take longer. (docs/measurements.md has the
 * times.) */
static void count_words(uint64_t table[TABLES][BYTES], const unsigned char *at, size_t words)
{
	for (; words--; at += WORD) {
		uint64_t word;

		memcpy(&word, at, WORD);
		for (int k = 0; k < WORD; k++, word >>= 8)
			table[k % TABLES][word & (BYTES - 1)]++;
	}
}

/* Counts bytes: first each of the 256 values, then each value's count goes to the value's bin. */
static void count_bytes(const struct tally *t, uint64_t *row, size_t begin, size_t end)
{
	uint64_t table[TABLES][BYTES] = { 0 };
	const unsigned char *at = t->numbers.at + begin;
	size_t count = end - begin;

	count_words(table, at, count / WORD);
	for (size_t i = count - count % WORD; i < count; i++)
		table[i % TABLES][at[i]]++;
	for (int i = 0; i < BYTES; i++)
		for (int k = 0; k < TABLES; k++)
			row[t->bin[i]] += table[k][i];
}

static void count_numbers(const struct tally *t, uint64_t *row, size_t begin, size_t end)
{
	double block[BLOCK];

	while (begin < end) {
		size_t many = end - begin < BLOCK ? end - begin : BLOCK;

		numbers_load(&t->numbers, block, begin, many);
		for (size_t i = 0; i < many; i++)
			row[bins_find(&t->bins, block[i])]++;
		begin += many;
	}
}

void tally_count(const struct tally *t, uint64_t *row, size_t begin, size_t end)
{
	(t->numbers.item == 1 ? count_bytes : count_numbers)(t, row, begin, end);
}

static int count(struct grove_node *me, void *argument)
{
	const struct tally *t = argument;
	int v = grove_node_number(me);
	uint64_t *row = (uint64_t *)room_in(&t->counts, v);
	size_t begin = cut(t->numbers.count, v, t->nodes);
	size_t end = cut(t->numbers.count, v + 1, t->nodes);

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
		room_look(&t->sums, v, room_out(&t->sums, v),
			(t->bins.count + 1) * sizeof(uint64_t));
	return 0;
}

/* Compares the sums of all nodes that have sums with the counts of one loop, which finds the bin of
 * each number by itself. */
static void need_right(void *argument)
{
	const struct tally *t = argument;
	size_t bins = plus(t->bins.count, 1);
	uint64_t *plain = memory(bins, sizeof *plain);
	double number;

	memset(plain, 0, bins * sizeof *plain);
	for (size_t i = 0; i < t->numbers.count; i++) {
		numbers_load(&t->numbers, &number, i, 1);
		plain[bins_find(&t->bins, number)]++;
	}
	for (int v = 0; v < readers(t); v++)
		if (memcmp(room_out(&t->sums, v), plain, bins * sizeof *plain))
			fail(CHECK_FAILED, "node %d has other counts than one loop over the file",
				v);
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
		.bytes = times(t->slice, sizeof(uint64_t)),
		.type = GROVE_U64,
		.fold = GROVE_SUM };
}

static struct grove_problem gathering(const struct tally *t, bool cube)
{
	return (struct grove_problem){ .collective = t->everywhere ? "allgather" : "gather",
		.algorithm = t->everywhere && cube ? "complete-broadcast" : NULL,
		.bytes = times(t->slice, sizeof(uint64_t)),
		.forward = "copy" };
}

/* The output of the first collective is the input of the second. */
static void rooms_open(struct tally *t)
{
	size_t slice = times(t->slice, sizeof(uint64_t)), row = times(slice, (size_t)t->nodes);

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
	t->slice = part(plus(t->bins.count, 1), s->nodes);
	first = adding(t, session_on_cube(s));
	second = gathering(t, session_on_cube(s));
	rooms_open(t);
	series->forward = "copy";
	series->argument = t;
	series->need_right = need_right;
	series->spoil = spoil;
	series->aside = times(t->numbers.count, t->numbers.item);
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
