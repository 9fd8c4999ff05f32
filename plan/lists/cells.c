/* Finds the cells of a schedule, and keeps a value for each (node, block, cell). */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/array.h"
#include "base/error.h"
#include "base/hash.h"
#include "plan/lists/cells.h"
#include "plan/lists/translate.h"
#include "plan/semantics.h"

/* A pipelined broadcast of a thousand packets has a thousand cuts, although the packets are sent
 * millions of times. Neighbouring nodes send nearly the same bytes in a step, so the values of a
 * cell are neighbours in memory where there is a single block. */

enum {
	FIRST_ROOM = 64,
	MOST_SINGLE = 1 << 26 /* values, half a GiB */
};

/* ---- The hash table ---- */

static size_t place_of(const struct cell_table *table, uint64_t key)
{
	size_t place = hash_mix(key) & (table->room - 1);

	while (table->key[place] && table->key[place] != key)
		place = (place + 1) & (table->room - 1);
	return place;
}

static int table_open(struct cell_table *table, size_t room)
{
	*table = (struct cell_table){ 0, room, array_zeros(room, sizeof *table->key),
		array_zeros(room, sizeof(uint64_t)) };
	return table->key && table->value ? 0 : -ENOMEM;
}

static void table_close(struct cell_table *table)
{
	free(table->key);
	free(table->value);
}

static uint64_t *table_add(struct cell_table *table, uint64_t key);

static int grow(struct cell_table *table)
{
	struct cell_table old = *table;
	int error = table_open(table, old.room * 2);

	for (size_t i = 0; i < old.room && !error; i++)
		if (old.key[i])
			*table_add(table, old.key[i]) = old.value[i];
	table_close(&old);
	return error;
}

/* Returns the place of the key's value, which is 0 if the key is new; NULL without memory. */
static uint64_t *table_add(struct cell_table *table, uint64_t key)
{
	size_t place = place_of(table, key);

	if (!table->key[place] && ++table->used * 10 > table->room * 7) {
		if (grow(table))
			return NULL;
		table->used++;
		place = place_of(table, key);
	}
	table->key[place] = key;
	return &table->value[place];
}

/* ---- Cuts ---- */

static int add_cuts(struct cells *cells, const struct range *range)
{
	return table_add(&cells->number, range->begin + 1) &&
			       table_add(&cells->number, range->end + 1)
		       ? 0
		       : -ENOMEM;
}

/* In a view the packets that come to node 0 may be cut where none of its own packets is. */
static int add_images(struct cells *cells, const struct schedule *s, const struct packet *packet)
{
	int w = view_sender(s, packet), error = 0;

	for (uint32_t i = 0; i < packet->count; i++) {
		struct range range = s->range[packet->first + i], image;

		while (range.begin < range.end && !error) {
			image = range_translated(s, w, &range);
			error = add_cuts(cells, &image);
		}
	}
	return error;
}

static int find_cuts(struct cells *cells, const struct schedule *s)
{
	const struct range whole = { 0, 0, s->bytes };
	int error = add_cuts(cells, &whole);

	for (size_t i = 0; i < s->ranges && !error; i++)
		error = add_cuts(cells, &s->range[i]);
	for (size_t k = 0; k < s->packets && s->view && !error; k++)
		error = add_images(cells, s, &s->packet[k]);
	return error;
}

static int compare_sizes(const void *a, const void *b)
{
	size_t x = *(const size_t *)a, y = *(const size_t *)b;

	return (x > y) - (x < y);
}

static int number_cells(struct cells *cells)
{
	struct cell_table *number = &cells->number;

	cells->cut = array_new(number->used, sizeof *cells->cut);
	if (!cells->cut)
		return -ENOMEM;
	for (size_t i = 0; i < number->room; i++)
		if (number->key[i])
			cells->cut[cells->cuts++] = (size_t)number->key[i] - 1;
	qsort(cells->cut, cells->cuts, sizeof *cells->cut, compare_sizes);
	for (size_t i = 0; i < cells->cuts; i++)
		*table_add(number, cells->cut[i] + 1) = i;
	return 0;
}

static size_t cell_at(const struct cells *cells, size_t byte)
{
	return (size_t)cells->number.value[place_of(&cells->number, byte + 1)];
}

/* Most ranges are a single cell. */
struct cell_run cells_of(const struct cells *cells, const struct range *range)
{
	size_t first = cell_at(cells, range->begin), next = first + 1;

	if (next < cells->cuts && cells->cut[next] == range->end)
		return (struct cell_run){ first, next };
	return (struct cell_run){ first, cell_at(cells, range->end) };
}

uint64_t cells_moved(const struct cells *cells, const struct schedule *s)
{
	uint64_t moves = 0;

	for (size_t i = 0; i < s->ranges; i++) {
		struct cell_run run = cells_of(cells, &s->range[i]);

		moves += run.end - run.first;
	}
	return moves;
}

int cells_open(struct cells *cells, const struct schedule *s, uint64_t most)
{
	int error;

	*cells = (struct cells){ .problem = &s->problem, .nodes = (size_t)s->problem.net.nodes };
	error = table_open(&cells->number, FIRST_ROOM);
	if (!error)
		error = find_cuts(cells, s);
	if (!error)
		error = number_cells(cells);
	if (!error && cells_moved(cells, s) > most)
		error = why(EINVAL, "pieces are cut in %zu different places: too finely to verify",
			cells->cuts);
	else if (error)
		error = why(ENOMEM, "no memory for the pieces of %zu packets", s->packets);
	if (!error && semantics_blocks(&s->problem) == 1 && !s->view &&
		cells->cuts * cells->nodes <= MOST_SINGLE)
		cells->single = array_zeros(cells->cuts * cells->nodes, sizeof *cells->single);
	if (!error && !cells->single && table_open(&cells->value, FIRST_ROOM))
		error = why(ENOMEM, "no memory for the pieces on %s", s->problem.net.name);
	if (error)
		cells_close(cells);
	return error;
}

void cells_close(struct cells *cells)
{
	free(cells->cut);
	free(cells->single);
	table_close(&cells->number);
	table_close(&cells->value);
	*cells = (struct cells){ 0 };
}

/* ---- Values ---- */

/* Returns a key that is unique for less than 2^64 triples (node, block, cell), and never 0. */
static uint64_t key_of(const struct cells *cells, int v, uint64_t block, size_t cell)
{
	return (((uint64_t)v * semantics_blocks(cells->problem) + block) * cells->cuts + cell) + 1;
}

uint64_t cells_get(const struct cells *cells, int v, uint64_t block, size_t cell)
{
	if (cells->single)
		return cells->single[cell * cells->nodes + (size_t)v];
	return cells->value.value[place_of(&cells->value, key_of(cells, v, block, cell))];
}

uint64_t cells_held(const struct cells *cells, int v, uint64_t block, size_t cell)
{
	uint64_t value = cells_get(cells, v, block, cell);

	return value ? value : nodes_have(semantics_before(cells->problem, block), v);
}

uint64_t *cells_place(struct cells *cells, int v, uint64_t block, size_t cell)
{
	if (cells->single)
		return &cells->single[cell * cells->nodes + (size_t)v];
	return table_add(&cells->value, key_of(cells, v, block, cell));
}
