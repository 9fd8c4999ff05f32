/* Transposes or turns a matrix or a picture in a file, through the links of a network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apps/fail.h"
#include "apps/matrix_layout.h"
#include "apps/matrix_file.h"
#include "apps/app_memory.h"
#include "apps/app_options.h"
#include "apps/output.h"
#include "apps/app_report.h"
#include "apps/app_session.h"
#include "apps/block_copy.h"
#include "apps/quarter_turn.h"

static const char usage[] =
	"Usage: transpose IN OUT [OPTION]...\n"
	"\n"
	"Transposes the matrix in the file IN and writes the transpose to OUT, which may be IN.\n"
	"A matrix is a 2-D .npy file of NumPy's, or a binary PGM or PPM picture; OUT is of the\n"
	"same kind. The matrix is cut in blocks, which lie on the nodes of a network and change\n"
	"places through the links.\n"
	"\n"
	"  --layout rows   a node stores rows: an all-to-all exchange (the default)\n"
	"  --layout submatrices\n"
	"                  a node stores one of sqrt(N) x sqrt(N) submatrices: a permutation;\n"
	"                  the number N of nodes must be a square\n"
	"  --striped       by rows: node v of N stores the rows v, v + N, v + 2N .. of the\n"
	"                  matrix, and of the result\n"
	"  --turn 90|180|270\n"
	"                  turns the matrix clockwise by so many degrees in place of transposing\n"
	"  --gray          neighbouring rows or submatrices lie on neighbouring nodes of a cube,\n"
	"                  by Gray codes; N must be a power of two\n"
	"  --forward reference\n"
	"                  links carry empty packets, and each node reads its blocks from their\n"
	"                  first place and writes the transpose: one pass (the default)\n"
	"  --forward copy  the blocks themselves cross every link on the way: blocks are cut\n"
	"                  out of the matrix, padded to a common size, and transposed on arrival\n";

struct transpose_options {
	struct common common;
	const char *layout, *forward, *turn;
	bool submatrices, gray, copy, striped;
	const char *files[2];
};

/* The data that the nodes share. */
struct transpose_work {
	struct matrix_file matrix;
	struct matrix_layout layout;
	struct room room;
};

static void options_take(struct transpose_options *o, int argc, char **argv)
{
	const struct app_setting settings[] = {
		COMMON_SETTINGS(&o->common),
		{ "layout", &o->layout, NULL },
		{ "gray", NULL, &o->gray },
		{ "striped", NULL, &o->striped },
		{ "turn", &o->turn, NULL },
		{ "forward", &o->forward, NULL },
		{ NULL, NULL, NULL },
	};

	*o = (struct transpose_options){ .layout = "rows", .forward = "reference" };
	options_read(argc, argv, settings, o->files, 2,
		&(struct usage){ usage, "cube:3; by submatrices cube:4" });
	o->submatrices = !strcmp(o->layout, "submatrices");
	if (!o->submatrices && strcmp(o->layout, "rows"))
		fail(REFUSED, "there is no layout '%s'; there are rows and submatrices", o->layout);
	if (o->submatrices && o->striped)
		fail(REFUSED, "--striped: a node stores rows in stripes, and by --layout "
			      "submatrices it stores none");
	o->copy = !strcmp(o->forward, "copy");
	if (!o->copy && strcmp(o->forward, "reference"))
		fail(REFUSED, "--forward: there is no '%s'; there are reference and copy",
			o->forward);
	turn_of(o->turn, o->striped, false);
}

/* ---- By copy: blocks are cut out, cross the links, and are put in their places ---- */

/* Copies a node's blocks from the matrix, with zeros where blocks extend beyond the matrix. */
static int load(struct grove_node *me, void *argument)
{
	const struct transpose_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	unsigned char *to = room_in(&w->room, grove_node_number(me));
	size_t x, y, rows, columns;

	for (int k = 0; k < l->each && l->bytes; k++, to += l->bytes) {
		layout_block(l, grove_node_number(me), k, &x, &y);
		rows = layout_inside(l->rows, l->height, x);
		columns = layout_inside(l->columns, l->width, y);
		if (rows < l->height || columns < l->width)
			memset(to, 0, l->bytes);
		if (rows && columns)
			tile_copy((struct tile){ to, l->width * l->item },
				matrix_tile(&w->matrix, x * l->height, y * l->width), rows, columns,
				l->item);
	}
	return 0;
}

/* Transposes the blocks that a node received, into the transpose. Block (x, y) of the transpose is
 * M(y, x). */
static int unload(struct grove_node *me, void *argument)
{
	const struct transpose_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	unsigned char *from = room_out(&w->room, grove_node_number(me));
	struct grove_matrix block = {
		.item = l->item, .in_stride = l->width * l->item, .out_stride = l->rows * l->item
	};
	size_t x, y;
	int error = 0;

	for (int k = 0; k < l->each && l->bytes && !error; k++, from += l->bytes) {
		layout_block(l, grove_node_number(me), k, &x, &y);
		block.rows = layout_inside(l->rows, l->height, y);
		block.columns = layout_inside(l->columns, l->width, x);
		if (block.rows && block.columns)
			error = grove_transpose(&block, from,
				matrix_tile(&w->matrix, x * l->width, y * l->height).at);
	}
	return error;
}

/* Transposes by copy. The transpose reuses the matrix's memory, because all blocks were loaded
 * before. */
static void by_copy(struct app_session *s, struct transpose_work *w, struct grove_problem *problem,
	struct app_run *run)
{
	const struct matrix_layout *l = &w->layout;
	size_t bytes = times(l->bytes, (size_t)l->each);

	problem->forward = "copy";
	room_open(&w->room, s->nodes, bytes, bytes);
	session_each(s, load, w);
	session_run(s, run, problem, &w->room);
	matrix_turn(&w->matrix, w->matrix.items);
	session_each(s, unload, w);
	room_close(&w->room);
}

/* ---- By reference (zero-copy): each node transposes while reading ---- */

/* Returns the begin of a node's part of the matrix, and of its part of the transpose; NULL: no
 * part. */
static struct grove_buffers buffers_of(
	const struct transpose_work *w, int v, unsigned char *transpose)
{
	const struct matrix_layout *l = &w->layout;
	struct grove_buffers b = { 0 };
	size_t x, y, row, column;

	layout_block(l, v, 0, &x, &y);
	y = l->each == 1 ? y : 0; /* else all columns */
	row = x * l->height;
	column = y * l->width;
	if (row < l->rows && column < l->columns)
		b.in = w->matrix.items + (row * l->columns + column) * l->item;
	row = x * l->width;
	column = y * l->height;
	if (row < l->columns && column < l->rows)
		b.out = transpose + (row * l->rows + column) * l->item;
	return b;
}

static void by_reference(struct app_session *s, struct transpose_work *w,
	struct grove_problem *problem, struct app_run *run)
{
	const struct matrix_layout *l = &w->layout;
	int *lines = memory((size_t)l->grid, sizeof *lines);
	struct grove_matrix matrix = { l->rows, l->columns, l->item ? l->item : 1, .line = lines };
	unsigned char *transpose = memory(times(l->rows, l->columns), l->item);

	for (int x = 0; x < l->grid; x++)
		lines[x] = (int)layout_line(l, x);
	w->room = (struct room){ .nodes = memory((size_t)s->nodes, sizeof *w->room.nodes) };
	for (int v = 0; v < s->nodes; v++)
		w->room.nodes[v] = buffers_of(w, v, transpose);
	problem->matrix = &matrix;
	session_run(s, run, problem, &w->room);
	matrix_turn(&w->matrix, transpose);
	room_close(&w->room);
	free(lines);
}

/* Returns the problem that moves the blocks. By rows each node has a block for each node: an
 * exchange. By submatrices each node's block goes to a single other node. On cubes this is L.C.
 * INVERSION, with packets that suit the algorithm. On other networks two exchanges load all links
 * alike, whatever the permutation. (Stout & Wagar 1990, sections 6 and 7.) */
static struct grove_problem problem_of(
	const struct app_session *s, const struct matrix_layout *l, const int *places)
{
	if (l->each != 1 || s->nodes == 1)
		return (struct grove_problem){ .collective = "alltoall", .bytes = l->bytes };
	return (struct grove_problem){ .collective = "permute",
		.algorithm = session_on_cube(s) ? "lc-transpose" : "permuted-send",
		.permutation = places,
		.packet = GROVE_PACKET_AUTO,
		.bytes = l->bytes };
}

static void transpose(const struct transpose_options *o, struct app_session *s,
	struct transpose_work *w, struct app_run *run)
{
	struct matrix_layout *l = &w->layout;
	int *places = memory((size_t)s->nodes, sizeof *places);
	struct grove_problem problem = problem_of(s, l, places);

	for (int v = 0; v < s->nodes; v++)
		places[v] = v % l->grid * l->grid + v / l->grid;
	(o->copy ? by_copy : by_reference)(s, w, &problem, run);
	free(places);
}

/* Cuts the matrix for the requested change, and makes the change. */
static void change(const struct transpose_options *o, struct app_session *s,
	struct transpose_work *w, struct app_run *run)
{
	const struct quarter_turn turn = turn_of(o->turn, o->striped, w->matrix.fortran);
	struct matrix_layout *l = &w->layout;

	layout_make(l, s->nodes, o->submatrices, o->gray);
	if (!turn.transposes && !o->submatrices)
		layout_join(l);
	layout_cut(l, w->matrix.rows, w->matrix.columns, w->matrix.item);
	if (turn.degrees || turn.striped)
		turn_run(&turn, s, &w->matrix, l, run, o->forward);
	else
		transpose(o, s, w, run);
}

static void report(const struct transpose_options *o, const struct app_session *s,
	const struct transpose_work *w, const struct app_run *run)
{
	const struct matrix_layout *l = &w->layout;

	if (!o->common.json) {
		printf("transpose: %zu x %zu items of %zu byte%s by %s%s", l->rows, l->columns,
			l->item, l->item == 1 ? "" : "s", o->striped ? "striped " : "", o->layout);
		printf(o->turn ? ", turned by %s: " : ": ", o->turn);
		report_line(s, run, 1);
		return;
	}
	printf("{ \"application\": \"transpose\", ");
	json_text("input", o->files[0]);
	json_text("output", o->files[1]);
	printf("\"rows\": %zu, \"columns\": %zu, \"item_bytes\": %zu, ", l->rows, l->columns,
		l->item);
	json_text("layout", o->layout);
	printf("\"gray\": %s, \"striped\": %s, \"turn\": %s, ", o->gray ? "true" : "false",
		o->striped ? "true" : "false", o->turn ? o->turn : "0");
	report_json(s, run, 1);
}

int main(int argc, char **argv)
{
	struct transpose_options o;
	struct app_session s;
	struct transpose_work w;
	struct app_run run;

	options_take(&o, argc, argv);
	matrix_read(&w.matrix, o.files[0]);
	output_open(o.files[1]);
	session_open(&s, &o.common, o.submatrices ? "cube:4" : "cube:3");
	change(&o, &s, &w, &run);
	matrix_write(&w.matrix);
	output_commit();
	report(&o, &s, &w, &run);
	need_printed();
	session_close(&s);
	matrix_free(&w.matrix);
	return 0;
}
