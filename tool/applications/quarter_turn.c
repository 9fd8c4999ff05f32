/* Turns a matrix through the links of a network, or transposes a matrix with striped rows.
 *
 *	M		by 90		by 180		by 270		transposed
 *	a b c		d a		f e d		c f		a d
 *	d e f		e b		c b a		b e		b e
 *			f c				a d		c f
 *
 * Each result is M with its rows, its columns or both in reverse order, and then transposed or not.
 * So a quarter turn moves blocks as a transposition does: by rows an exchange between all nodes, by
 * submatrices a permutation of the nodes. A half turn is a permutation in both: on cubes v goes to
 * N - 1 - v. (Stout & Wagar 1990, sections 7.1 and 10.)
 *
 * In this file V is M with its rows and columns reversed as needed. A block of V is cut out item by
 * item, crosses the links, and is put in place item by item. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "tool/files/need.h"
#include "tool/applications/matrix_work.h"

struct quarter_turn turn_of(int degrees, bool striped, bool fortran)
{
	struct quarter_turn turn = {
		.degrees = degrees, .transposes = degrees != 180, .striped = striped
	};

	if (!degrees)
		return turn;
	turn.rows_back = degrees == 180 || (degrees == 90) != fortran;
	turn.columns_back = degrees == 180 || !turn.rows_back;
	return turn;
}

/* A block of V: line x of blocks, column y, at `items`. */
struct turned_block {
	size_t x, y;
	unsigned char *items;
};

/* Returns the line of V that is line r of block x. The result is `total` or more where the block
 * extends beyond V. */
static size_t place_in(const struct matrix_layout *l, bool striped, size_t each, size_t x, size_t r)
{
	return striped ? r * (size_t)l->grid + x : x * each + r;
}

static size_t backwards(bool back, size_t total, size_t i)
{
	return back ? total - 1 - i : i;
}

/* Calls a function for each item of a block inside V, with the item's line and column in V. */
typedef void visit(const struct matrix_work *w, size_t i, size_t j, unsigned char *item);

static void for_items(const struct matrix_work *w, const struct turned_block *block, visit *each)
{
	const struct matrix_layout *l = &w->layout;
	unsigned char *item = block->items;

	for (size_t r = 0; r < l->height; r++)
		for (size_t c = 0; c < l->width; c++, item += l->item) {
			size_t i = place_in(l, w->turn.striped, l->height, block->x, r);
			size_t j = place_in(l, w->turn.striped && !l->whole, l->width, block->y, c);

			if (i < l->rows && j < l->columns)
				each(w, i, j, item);
		}
}

static void take(const struct matrix_work *w, size_t i, size_t j, unsigned char *item)
{
	const struct matrix_layout *l = &w->layout;
	size_t row = backwards(w->turn.rows_back, l->rows, i);
	size_t column = backwards(w->turn.columns_back, l->columns, j);

	memcpy(item, w->matrix->items + (row * l->columns + column) * l->item, l->item);
}

static void put(const struct matrix_work *w, size_t i, size_t j, unsigned char *item)
{
	const struct matrix_layout *l = &w->layout;
	size_t at = w->turn.transposes ? j * l->rows + i : i * l->columns + j;

	memcpy(w->result + at * l->item, item, l->item);
}

/* Returns the line of blocks in V that node v holds. Reversed lines also reverse the order of the
 * nodes. */
static size_t line_of(const struct matrix_layout *l, bool back, int v)
{
	return backwards(back, (size_t)l->grid, layout_line(l, v));
}

/* Return block k of a node before the exchange, which goes to node k, and after the exchange, which
 * comes from node k. */
static struct turned_block sent(const struct matrix_work *w, int node, int k)
{
	const struct matrix_layout *l = &w->layout;
	const struct quarter_turn *t = &w->turn;

	if (l->whole)
		return (struct turned_block){ line_of(l, t->rows_back, node), 0, NULL };
	if (l->each > 1)
		return (struct turned_block){ line_of(l, t->rows_back, node), layout_line(l, k),
			NULL };
	return (struct turned_block){ line_of(l, t->rows_back, node / l->grid),
		line_of(l, t->columns_back, node % l->grid), NULL };
}

static struct turned_block received(const struct matrix_work *w, int node, int k)
{
	const struct matrix_layout *l = &w->layout;
	size_t x = layout_line(l, node / l->grid), y = layout_line(l, node % l->grid);

	if (l->whole)
		return (struct turned_block){ layout_line(l, node), 0, NULL };
	if (l->each > 1)
		return (struct turned_block){ line_of(l, w->turn.rows_back, k),
			layout_line(l, node), NULL };
	return w->turn.transposes ? (struct turned_block){ y, x, NULL }
				  : (struct turned_block){ x, y, NULL };
}

static int load(struct grove_node *me, void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	int node = grove_node_number(me);

	if (l->bytes)
		memset(room_in(&w->room, node), 0, l->bytes * (size_t)l->each);
	for (int k = 0; k < l->each && l->bytes; k++) {
		struct turned_block block = sent(w, node, k);

		block.items = room_in(&w->room, node) + (size_t)k * l->bytes;
		for_items(w, &block, take);
	}
	return 0;
}

static int unload(struct grove_node *me, void *argument)
{
	const struct matrix_work *w = argument;
	const struct matrix_layout *l = &w->layout;
	int node = grove_node_number(me);

	for (int k = 0; k < l->each && l->bytes; k++) {
		struct turned_block block = received(w, node, k);

		block.items = room_out(&w->room, node) + (size_t)k * l->bytes;
		for_items(w, &block, put);
	}
	return 0;
}

/* Finds the node to which each node's only block goes: the node that must have the block in the
 * end. Returns true if the permutation sends v to N - 1 - v. */
static bool find_places(const struct matrix_work *w, int nodes, int *places)
{
	bool inverts = true;

	for (int v = 0; v < nodes; v++)
		for (int u = 0; u < nodes; u++) {
			struct turned_block from = sent(w, v, 0), to = received(w, u, 0);

			if (from.x == to.x && from.y == to.y)
				places[v] = u;
		}
	for (int v = 0; v < nodes; v++)
		inverts &= places[v] == nodes - 1 - v;
	return inverts;
}

/* A cube has algorithms for two permutations: INVERSION, and L.C. INVERSION, which transposes, with
 * packets that suit the algorithm. On other networks two exchanges load all links alike, whatever
 * the permutation. */
struct grove_problem matrix_problem(const struct matrix_work *w, const struct app_session *s,
	const struct app_series *series, int *places)
{
	struct grove_problem problem = {
		.collective = "alltoall", .bytes = w->layout.bytes, .forward = series->forward
	};
	bool inverts;

	if (w->layout.each > 1 || s->nodes == 1)
		return problem;
	inverts = find_places(w, s->nodes, places);
	problem.collective = "permute";
	problem.permutation = places;
	problem.algorithm = "permuted-send";
	if (session_on_cube(s) && (inverts || !w->turn.degrees))
		problem.algorithm = inverts ? "inversion" : "lc-transpose";
	if (!w->turn.degrees)
		problem.packet = GROVE_PACKET_AUTO;
	return problem;
}

void blocks_move(struct matrix_work *w, struct app_session *s, struct app_series *series,
	grove_body *cuts, grove_body *puts)
{
	size_t bytes = need_product(w->layout.bytes, (size_t)w->layout.each);
	int *places = need_memory((size_t)s->nodes, sizeof *places);
	const struct grove_problem problem = matrix_problem(w, s, series, places);

	room_open(&w->room, s->nodes, bytes, bytes);
	series_body(series, "cut", cuts);
	series_collective(series, "exchange", s, &problem, w->room.nodes);
	series_body(series, w->turn.degrees ? "turn" : "transpose", puts);
	series_measure(series, s);
	room_close(&w->room);
	free(places);
}

void turn_run(struct matrix_work *w, struct app_session *s, struct app_series *series)
{
	blocks_move(w, s, series, load, unload);
}
