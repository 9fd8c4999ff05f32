/* Keeps the time at which bytes came to nodes in a plain table of nodes and cells. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "plan/model/arrival_table.h"
#include "plan/semantics.h"

/* Every offset at which some range begins or ends is a cut, and cell i lies between cuts i and i +
 * 1. A pipelined broadcast of a thousand packets has a thousand cuts, although the packets are sent
 * millions of times. The times of a cell are neighbours in memory, because neighbouring nodes send
 * nearly the same bytes in a step. */

enum {
	BITS = 14, /* of the set of cuts, which is used only at the beginning */
	PLACES = 1 << BITS,
	MOST_CUTS = PLACES / 2, /* at most half full, so that a search ends soon */
	MOST_TIMES = 1 << 26	/* half a GiB */
};

struct table_cut {
	size_t offset; /* + 1; 0: an empty place */
	size_t next;   /* the next cut's offset */
	size_t cell;   /* the cell between the two cuts */
};

static size_t place_of(size_t offset, int bits)
{
	return (offset + 1) * 0x9e3779b97f4a7c15u >> (64 - bits);
}

/* ---- The cuts ---- */

/* Adds a cut to the set, whose places hold offset + 1, or 0. Returns false when the set is too
 * full. */
static bool add_cut(size_t *set, size_t offset, size_t *cuts)
{
	size_t i = place_of(offset, BITS);

	while (set[i] && set[i] != offset + 1)
		i = (i + 1) % PLACES;
	*cuts += !set[i];
	set[i] = offset + 1;
	return *cuts <= MOST_CUTS;
}

static bool find_cuts(size_t *set, const struct schedule *s, size_t *cuts)
{
	bool fits = semantics_blocks(&s->problem) == 1 && !s->view;

	*cuts = 0;
	for (size_t i = 0; i < s->ranges && fits; i++)
		fits = add_cut(set, s->range[i].begin, cuts) &&
		       add_cut(set, s->range[i].end, cuts);
	return fits && *cuts && *cuts * (size_t)s->problem.net.nodes <= MOST_TIMES;
}

static int compare_offsets(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

/* Sorts the cuts, and moves the sorted cuts to the front of the set. */
static void sort_cuts(size_t *set)
{
	size_t n = 0;

	for (size_t i = 0; i < PLACES; i++)
		if (set[i])
			set[n++] = set[i] - 1;
	qsort(set, n, sizeof *set, compare_offsets);
}

static const struct table_cut *find_cut(const struct arrival_table *table, size_t offset)
{
	size_t i = place_of(offset, table->bits), last = ((size_t)1 << table->bits) - 1;

	while (table->cut[i].offset && table->cut[i].offset != offset + 1)
		i = (i + 1) & last;
	return &table->cut[i];
}

static int number_cells(struct arrival_table *table, const size_t *offset, size_t cuts)
{
	table->cells = cuts;
	for (table->bits = 1; (size_t)1 << table->bits < 2 * cuts;)
		table->bits++;
	table->cut = calloc((size_t)1 << table->bits, sizeof *table->cut);
	table->time = array_zeros(cuts * table->nodes, sizeof *table->time);
	if (!table->cut || !table->time)
		return -ENOMEM;
	for (size_t i = 0; i < cuts; i++) {
		size_t next = i + 1 < cuts ? offset[i + 1] : SIZE_MAX;

		table->cut[find_cut(table, offset[i]) - table->cut] =
			(struct table_cut){ offset[i] + 1, next, i };
	}
	return 0;
}

int arrival_table_open(struct arrival_table *table, const struct schedule *schedule, bool last)
{
	size_t *set = calloc(PLACES, sizeof *set), cuts;
	int error = set ? 0 : -ENOMEM;

	*table = (struct arrival_table){ .last = last,
		.nodes = (size_t)schedule->problem.net.nodes };
	if (!error && find_cuts(set, schedule, &cuts)) {
		sort_cuts(set);
		error = number_cells(table, set, cuts);
	}
	free(set);
	if (!error)
		return 0;
	arrival_table_free(table);
	return why(ENOMEM, "no memory for the arrivals at %d nodes", schedule->problem.net.nodes);
}

void arrival_table_free(struct arrival_table *table)
{
	free(table->cut);
	free(table->time);
	*table = (struct arrival_table){ 0 };
}

/* ---- Times ---- */

/* Finds the cells of a range. Most ranges are a single cell. */
static void cells_of(
	const struct arrival_table *table, const struct range *range, size_t *first, size_t *end)
{
	const struct table_cut *cut = find_cut(table, range->begin);

	*first = cut->cell;
	*end = cut->next == range->end ? cut->cell + 1 : find_cut(table, range->end)->cell;
}

void arrival_table_add(struct arrival_table *table, int v, const struct range *range, double time)
{
	size_t i, end;

	for (cells_of(table, range, &i, &end); i < end; i++) {
		double *there = &table->time[i * table->nodes + (size_t)v];

		if (*there == 0 || (table->last ? time > *there : time < *there))
			*there = time;
	}
}

double arrival_table_when(const struct arrival_table *table, int v, const struct range *range)
{
	double when = 0;
	size_t i, end;

	for (cells_of(table, range, &i, &end); i < end; i++) {
		double there = table->time[i * table->nodes + (size_t)v];

		when = there > when ? there : when;
	}
	return when;
}
