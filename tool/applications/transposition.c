/* Transposes a matrix that lies on the nodes by rows or by submatrices. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "base/arith.h"
#include "tool/files/need.h"
#include "tool/files/block_copy.h"
#include "tool/applications/matrix_work.h"

/* ---- By copy: blocks are cut out, cross the links, and are put in their places ---- */

/* Copies a node's blocks from the matrix, with zeros where blocks extend beyond the matrix. */
static int load(struct grove_node *me, void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	unsigned char *to = room_in(&w->room, grove_node_number(me));
	size_t x, y, rows, columns;

	for (int k = 0; k < l->each && l->bytes; k++, to += l->bytes) {
		layout_block(l, grove_node_number(me), k, &x, &y);
		rows = size_inside(l->rows, l->height, x);
		columns = size_inside(l->columns, l->width, y);
		if (rows < l->height || columns < l->width)
			memset(to, 0, l->bytes);
		if (rows && columns)
			tile_copy((struct tile){ to, l->width * l->item },
				matrix_tile(w->matrix, x * l->height, y * l->width), rows, columns,
				l->item);
	}
	return 0;
}

/* Transposes the blocks that a node received, into the transpose. Block (x, y) of the transpose is
 * M(y, x). */
static int unload(struct grove_node *me, void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	unsigned char *from = room_out(&w->room, grove_node_number(me));
	struct grove_matrix block = {
		.item = l->item, .in_stride = l->width * l->item, .out_stride = l->rows * l->item
	};
	size_t x, y;
	int error = 0;

	for (int k = 0; k < l->each && l->bytes && !error; k++, from += l->bytes) {
		layout_block(l, grove_node_number(me), k, &x, &y);
		block.rows = size_inside(l->rows, l->height, y);
		block.columns = size_inside(l->columns, l->width, x);
		if (block.rows && block.columns)
			error = grove_transpose(&block, from,
				w->result + (x * l->width * l->rows + y * l->height) * l->item);
	}
	return error;
}

/* ---- By reference (zero-copy): each node transposes while reading ---- */

/* A node's part of the matrix, or of the transpose: rows x columns items from item (row, column)
 * on. */
struct share {
	size_t row, column, rows, columns;
};

/* Returns a part of a matrix of total[0] x total[1] items, cut in blocks of each[0] x each[1]. */
static struct share share_of(
	const struct matrix_layout *l, int v, const size_t total[2], const size_t each[2])
{
	struct share share = { 0 };
	size_t x, y;

	layout_block(l, v, 0, &x, &y);
	share.row = x * each[0];
	share.rows = size_inside(total[0], each[0], x);
	share.column = l->each == 1 ? y * each[1] : 0; /* else all columns */
	share.columns = l->each == 1 ? size_inside(total[1], each[1], y) : total[1];
	if (!share.rows || !share.columns)
		share = (struct share){ 0 };
	return share;
}

static struct share before(const struct matrix_layout *l, int v)
{
	return share_of(l, v, (const size_t[]){ l->rows, l->columns },
		(const size_t[]){ l->height, l->width });
}

static struct share behind(const struct matrix_layout *l, int v)
{
	return share_of(l, v, (const size_t[]){ l->columns, l->rows },
		(const size_t[]){ l->width, l->height });
}

/* Writes a node's part of the matrix. */
static int refresh(struct grove_node *me, void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	const struct share share = before(l, grove_node_number(me));
	struct tile from;

	if (!share.rows || !share.columns)
		return 0; /* an empty matrix has no memory */
	from = matrix_tile(w->matrix, share.row, share.column);
	tile_copy((struct tile){ w->fresh + (from.at - w->matrix->items), from.stride }, from,
		share.rows, share.columns, l->item);
	return 0;
}

/* Reads a node's part of the transpose. */
static int look(struct grove_node *me, void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	const struct share share = behind(l, grove_node_number(me));

	for (size_t i = share.row; i < share.row + share.rows; i++)
		room_look(&w->room, grove_node_number(me),
			w->result + (i * l->rows + share.column) * l->item,
			share.columns * l->item);
	return 0;
}

/* Gives each node the places of its parts in the whole matrices; NULL: no part. */
static void places_make(const struct matrix_work *w, int nodes)
{
	const struct matrix_layout *l = &w->layout;

	for (int v = 0; v < nodes; v++) {
		const struct share in = before(l, v), out = behind(l, v);
		struct grove_buffers *node = &w->room.nodes[v];

		*node = (struct grove_buffers){ 0 };
		if (in.rows)
			node->in = w->fresh + (in.row * l->columns + in.column) * l->item;
		if (out.rows)
			node->out = w->result + (out.row * l->rows + out.column) * l->item;
	}
}

static void by_reference(struct app_session *s, struct matrix_work *w, struct app_series *series)
{
	const struct matrix_layout *l = &w->layout;
	int *lines = need_memory((size_t)l->grid, sizeof *lines);
	int *places = need_memory((size_t)s->nodes, sizeof *places);
	struct grove_matrix matrix = { l->rows, l->columns, l->item ? l->item : 1, .line = lines };
	struct grove_problem turning = matrix_problem(w, s, series, places);

	for (int x = 0; x < l->grid; x++)
		lines[x] = (int)layout_line(l, x);
	turning.matrix = &matrix;
	w->fresh = need_memory(need_product(l->rows, l->columns), l->item);
	room_open(&w->room, s->nodes, 0, 0);
	places_make(w, s->nodes);
	series_body(series, NULL, refresh);
	series_collective(series, "exchange", s, &turning, w->room.nodes);
	series_body(series, NULL, look);
	series_measure(series, s);
	room_close(&w->room);
	free(w->fresh);
	free(lines);
	free(places);
}

void transposition_run(struct matrix_work *w, struct app_session *s, struct app_series *series)
{
	if (series_by_copy(series))
		blocks_move(w, s, series, load, unload);
	else
		by_reference(s, w, series);
}
