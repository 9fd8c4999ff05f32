/* Keeps a hash table from (node, block, cell) to the value of the cell. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/hash.h"
#include "plan/verify/verify_cells.h"
#include "plan/semantics.h"

/* The limit of work, which still takes seconds. */
enum {
	MOST_CELL_MOVES = 1 << 25
};

static int compare_sizes(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

size_t cells_at(const struct cells *cells, size_t byte)
{
	size_t low = 0, high = cells->cuts;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (cells->cut[middle] < byte)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Collects all cuts, sorts the cuts, and keeps each cut once. */
static void sort_cuts(struct cells *cells, const struct schedule *s)
{
	size_t n = 0;

	cells->cut[n++] = 0;
	if (s->bytes)
		cells->cut[n++] = s->bytes;
	for (size_t i = 0; i < s->ranges; i++) {
		cells->cut[n++] = s->range[i].begin;
		cells->cut[n++] = s->range[i].end;
	}
	qsort(cells->cut, n, sizeof *cells->cut, compare_sizes);
	cells->cuts = 1;
	for (size_t i = 1; i < n; i++)
		if (cells->cut[i] != cells->cut[i - 1])
			cells->cut[cells->cuts++] = cells->cut[i];
}

/* Finds the cuts without sorting, for blocks with no more bytes than the schedule has ranges, as in
 * the proof of a plan. `marked` has a place for each byte plus one. */
static void mark_cuts(struct cells *cells, const struct schedule *s, bool *marked)
{
	marked[0] = marked[s->bytes] = true;
	for (size_t i = 0; i < s->ranges; i++)
		marked[s->range[i].begin] = marked[s->range[i].end] = true;
	for (size_t i = 0; i <= s->bytes; i++)
		if (marked[i])
			cells->cut[cells->cuts++] = i;
}

static bool is_short(const struct schedule *s)
{
	for (size_t i = 0; i < s->ranges; i++)
		if (s->range[i].begin > s->bytes || s->range[i].end > s->bytes)
			return false;
	return s->bytes <= s->ranges;
}

static int make_cuts(struct cells *cells, const struct schedule *s)
{
	bool *marked = is_short(s) ? calloc(s->bytes + 1, sizeof *marked) : NULL;
	size_t moves = 0;

	cells->cut = malloc((s->ranges * 2 + 2) * sizeof *cells->cut);
	if (!cells->cut) {
		free(marked);
		return why(ENOMEM, "no memory to verify a schedule of %zu packets", s->packets);
	}
	if (marked)
		mark_cuts(cells, s, marked);
	else
		sort_cuts(cells, s);
	free(marked);
	for (size_t i = 0; i < s->ranges; i++)
		moves += cells_at(cells, s->range[i].end) - cells_at(cells, s->range[i].begin);
	if (moves > MOST_CELL_MOVES)
		return why(EINVAL, "pieces are cut in %zu different places: too finely to verify",
			cells->cuts);
	return 0;
}

static int make_table(struct cells *cells, size_t room)
{
	cells->room = room;
	cells->used = 0;
	cells->key = calloc(room, sizeof *cells->key);
	cells->value = malloc(room * sizeof *cells->value);
	if (!cells->key || !cells->value)
		return why(
			ENOMEM, "no memory to verify a schedule on %s", cells->problem->net.name);
	return 0;
}

int cells_open(struct cells *cells, const struct schedule *schedule)
{
	int error;

	*cells = (struct cells){ .problem = &schedule->problem };
	error = make_cuts(cells, schedule);
	if (!error)
		error = make_table(cells, 1024);
	if (error)
		cells_close(cells);
	return error;
}

void cells_close(struct cells *cells)
{
	free(cells->cut);
	free(cells->key);
	free(cells->value);
	*cells = (struct cells){ 0 };
}

/* Returns a key that is unique for less than 2^64 triples (node, block, cell), and never 0, which
 * marks a free place. */
static uint64_t key_of(const struct cells *cells, int v, uint64_t block, size_t cell)
{
	return (((uint64_t)v * semantics_blocks(cells->problem) + block) * cells->cuts + cell) + 1;
}

static size_t place_of(const struct cells *cells, uint64_t key)
{
	size_t place = hash_mix(key) & (cells->room - 1);

	while (cells->key[place] && cells->key[place] != key)
		place = (place + 1) & (cells->room - 1);
	return place;
}

uint64_t cells_get(const struct cells *cells, int v, uint64_t block, size_t cell)
{
	uint64_t key = key_of(cells, v, block, cell);
	size_t place = place_of(cells, key);

	if (cells->key[place])
		return cells->value[place];
	return nodes_have(semantics_before(cells->problem, block), v);
}

static int grow(struct cells *cells)
{
	struct cells old = *cells;
	int error = make_table(cells, old.room * 2);

	for (size_t i = 0; i < old.room && !error; i++)
		if (old.key[i]) {
			size_t place = place_of(cells, old.key[i]);

			cells->key[place] = old.key[i];
			cells->value[place] = old.value[i];
			cells->used++;
		}
	free(old.key);
	free(old.value);
	return error;
}

int cells_set(struct cells *cells, int v, uint64_t block, size_t cell, uint64_t value)
{
	uint64_t key = key_of(cells, v, block, cell);
	size_t place;

	if (cells->used * 10 > cells->room * 7 && grow(cells))
		return -ENOMEM;
	place = place_of(cells, key);
	cells->used += !cells->key[place];
	cells->key[place] = key;
	cells->value[place] = value;
	return 0;
}
