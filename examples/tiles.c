/* Relaxes a square plate that is cut in tiles: a node sends columns as well as rows of its tile,
 * and tiles are scattered from the plate and gathered in the plate, all as subarrays.
 *
 *	cc tiles.c $(pkg-config --cflags --libs grove)
 *	./tiles [network [side [steps]]]
 *
 * No buffer is packed by hand. The tiles have different sizes if the side is not a multiple of the
 * rows or columns of tiles. The result is compared with the same steps by a single thread, bit for
 * bit. examples/jacobi.c does the same in bands of rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <grove.h>

struct plate {
	int side, steps; /* inner rows and columns; steps */
	double *cells;	 /* [side + 2][side + 2], with a rim that stays */
	double seconds;
};

/* Nodes are numbered row after row: `lines` rows of tiles, `columns` tiles in each. */
struct grid {
	int lines, columns;
};

/* Inner cells [rows][columns] of a plate, and a border of one cell around these. */
struct tile {
	int row, column, rows, columns; /* row, column: in the plate, from 1 on */
	double *now, *next;		/* [rows + 2][columns + 2] */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static struct grid grid_of(int nodes)
{
	struct grid grid = { 1, nodes };

	for (int lines = 1; lines * lines <= nodes; lines++)
		if (nodes % lines == 0)
			grid = (struct grid){ lines, nodes / lines };
	return grid;
}

static struct tile tile_of(const struct plate *plate, struct grid grid, int node)
{
	int i = node / grid.columns, j = node % grid.columns;
	struct tile tile = { 1 + plate->side * i / grid.lines, 1 + plate->side * j / grid.columns,
		0, 0, NULL, NULL };

	tile.rows = 1 + plate->side * (i + 1) / grid.lines - tile.row;
	tile.columns = 1 + plate->side * (j + 1) / grid.columns - tile.column;
	return tile;
}

/* Returns rows x columns cells, from cell (row, column) on, of an array with `width` columns. */
static struct grove_subarray part(int width, int row, int column, int rows, int columns)
{
	return (struct grove_subarray){ .at = sizeof(double) *
					      ((size_t)row * (size_t)width + (size_t)column),
		.bytes = sizeof(double) * (size_t)columns,
		.rows = (size_t)rows,
		.stride = sizeof(double) * (size_t)width };
}

static size_t cells_of(const struct tile *tile)
{
	return (size_t)(tile->rows + 2) * (size_t)(tile->columns + 2);
}

/* Gives each node its tile with the border: the parts of the plate overlap. */
static int tiles_scatter(struct grove_node *me, const struct plate *plate, struct grid grid,
	struct grove_subarray *list, const struct tile *own)
{
	size_t bytes = sizeof(double) * cells_of(own);

	for (int v = 0; v < grid.lines * grid.columns; v++) {
		struct tile t = tile_of(plate, grid, v);

		list[v] = part(plate->side + 2, t.row - 1, t.column - 1, t.rows + 2, t.columns + 2);
	}
	return grove_call(me, &(struct grove_operation){ .verb = "scatter",
				      .in = plate->cells,
				      .in_subarrays = list,
				      .out = own->now,
				      .blocks = &(struct grove_blocks){ .out_bytes = &bytes } });
}

static int tiles_gather(struct grove_node *me, const struct plate *plate, struct grid grid,
	struct grove_subarray *list, const struct tile *own)
{
	struct grove_subarray inner = part(own->columns + 2, 1, 1, own->rows, own->columns);

	for (int v = 0; v < grid.lines * grid.columns; v++) {
		struct tile t = tile_of(plate, grid, v);

		list[v] = part(plate->side + 2, t.row, t.column, t.rows, t.columns);
	}
	return grove_call(me, &(struct grove_operation){ .verb = "gather",
				      .in = own->now,
				      .in_subarrays = &inner,
				      .out = plate->cells,
				      .out_subarrays = list,
				      .blocks = &(struct grove_blocks){ 0 } });
}

/* Sends the outermost cells of the tile, and receives those of the tiles around. */
static int borders_exchange(struct grove_node *me, struct grid grid, const struct tile *t)
{
	int v = grove_node_number(me), i = v / grid.columns, j = v % grid.columns;
	int up = i > 0 ? v - grid.columns : GROVE_NOBODY;
	int down = i < grid.lines - 1 ? v + grid.columns : GROVE_NOBODY;
	int left = j > 0 ? v - 1 : GROVE_NOBODY;
	int right = j < grid.columns - 1 ? v + 1 : GROVE_NOBODY;
	int m = t->rows, n = t->columns, w = t->columns + 2;
	const struct grove_subarray outermost[] = { part(w, 1, 1, 1, n), part(w, m, 1, 1, n),
		part(w, 1, 1, m, 1), part(w, 1, n, m, 1) };
	const struct grove_subarray around[] = { part(w, 0, 1, 1, n), part(w, m + 1, 1, 1, n),
		part(w, 1, 0, m, 1), part(w, 1, n + 1, m, 1) };
	const int tile[] = { up, down, left, right };
	struct grove_neighbour borders[4];

	for (int k = 0; k < 4; k++)
		borders[k] = (struct grove_neighbour){ .node = tile[k],
			.out = t->now,
			.in = t->now,
			.out_subarray = &outermost[k],
			.in_subarray = &around[k] };
	return grove_exchange(me, borders, 4);
}

static void tile_relax(struct tile *t)
{
	size_t width = (size_t)t->columns + 2;
	double *old = t->now;

	for (int i = 1; i <= t->rows; i++) {
		const double *row = t->now + (size_t)i * width;
		const double *above = row - width, *below = row + width;
		double *next = t->next + (size_t)i * width;

		for (size_t j = 1; j + 1 < width; j++)
			next[j] = 0.25 * (row[j - 1] + row[j + 1] + above[j] + below[j]);
	}
	t->now = t->next;
	t->next = old;
}

static int tile_steps(
	struct grove_node *me, struct plate *plate, struct grid grid, struct tile *tile)
{
	double begun;
	int error = grove_barrier(me);

	memcpy(tile->next, tile->now, sizeof(double) * cells_of(tile)); /* the rim is in both */
	begun = now();
	for (int step = 0; step < plate->steps && !error; step++) {
		error = borders_exchange(me, grid, tile);
		tile_relax(tile);
	}
	if (!error)
		error = grove_barrier(me);
	if (grove_node_number(me) == 0)
		plate->seconds = now() - begun;
	return error;
}

static int body(struct grove_node *me, void *argument)
{
	int nodes = grove_team_nodes(grove_node_team(me)), error = -1;
	struct plate *plate = argument;
	struct grid grid = grid_of(nodes);
	struct tile tile = tile_of(plate, grid, grove_node_number(me));
	struct grove_subarray *list = calloc((size_t)nodes, sizeof *list);
	double *cells = calloc(2 * cells_of(&tile), sizeof *cells);

	if (list && cells) {
		tile.now = cells;
		tile.next = cells + cells_of(&tile);
		error = tiles_scatter(me, plate, grid, list, &tile);
	}
	if (!error)
		error = tile_steps(me, plate, grid, &tile);
	if (!error)
		error = tiles_gather(me, plate, grid, list, &tile);
	free(list);
	free(cells);
	return error;
}

/* The left side of the rim is hot, the upper side warm. */
static double *plate_new(int side)
{
	size_t width = (size_t)side + 2;
	double *cells = calloc(width * width, sizeof *cells);

	for (size_t k = 0; cells && k < width; k++) {
		cells[k * width] = 100;
		cells[k] = 50;
	}
	return cells;
}

/* Returns 0 if a single thread gets the same plate. */
static int compare(const struct plate *plate)
{
	size_t width = (size_t)plate->side + 2, bytes = sizeof(double) * width * width;
	struct tile all = { 1, 1, plate->side, plate->side, plate_new(plate->side),
		plate_new(plate->side) };
	int differs = -1;

	for (int step = 0; all.now && all.next && step < plate->steps; step++)
		tile_relax(&all);
	if (all.now && all.next)
		differs = memcmp(plate->cells, all.now, bytes);
	free(all.now);
	free(all.next);
	return differs;
}

int main(int arguments, char **argument)
{
	const char *network = arguments > 1 ? argument[1] : "gh:2x2";
	struct plate plate = { arguments > 2 ? atoi(argument[2]) : 63,
		arguments > 3 ? atoi(argument[3]) : 1000, NULL, 0 };
	struct grove_team *team;
	int differs;

	if (plate.side < 1 || plate.steps < 1) {
		fprintf(stderr, "tiles: a side of at least 1, and at least 1 step\n");
		return 2;
	}
	plate.cells = plate_new(plate.side);
	if (!plate.cells ||
		grove_team_open(&team, &(struct grove_team_options){ .network = network }) ||
		grove_team_run(team, body, &plate) || grove_team_free(team)) {
		fprintf(stderr, "tiles: %s\n", grove_why());
		return 1;
	}
	differs = compare(&plate);
	printf("%d steps of %d x %d: %s, %.2f us a step\n", plate.steps, plate.side, plate.side,
		differs ? "wrong" : "right", 1e6 * plate.seconds / plate.steps);
	free(plate.cells);
	return differs != 0;
}
