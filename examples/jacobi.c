/* Relaxes a square plate whose rim has given temperatures: each node has a band of rows, and
 * exchanges the rows at its edges with the nodes above and below.
 *
 *	cc jacobi.c $(pkg-config --cflags --libs grove)
 *	./jacobi [side [steps]]
 *
 * The first and the last node have a neighbour at one edge only: GROVE_NOBODY stands for the
 * other. The result is compared with the same steps by a single thread, bit for bit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <grove.h>

struct plate {
	int side, steps; /* inner rows and columns; steps */
	double *result;	 /* [side + 2][side + 2], with the rim */
	double seconds;
};

/* A band of rows, with a row above and a row below that belong to neighbours or to the rim. */
struct band {
	int first, rows, width; /* first: its number in the plate, from 1 */
	double *now, *next;	/* [rows + 2][width] */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void rim_set(double *rows, int first, int count, int side)
{
	int width = side + 2;

	memset(rows, 0, sizeof *rows * (size_t)count * (size_t)width);
	for (int i = 0; i < count; i++) {
		double *row = rows + (size_t)i * (size_t)width;

		row[0] = 100; /* the left side is hot */
		for (int j = 0; first + i == 0 && j < width; j++)
			row[j] = 50;
	}
}

static void rows_relax(const struct band *band)
{
	size_t width = (size_t)band->width;

	for (int i = 1; i <= band->rows; i++) {
		const double *row = band->now + (size_t)i * width;
		const double *above = row - width, *below = row + width;
		double *next = band->next + (size_t)i * width;

		for (size_t j = 1; j + 1 < width; j++)
			next[j] = 0.25 * (row[j - 1] + row[j + 1] + above[j] + below[j]);
	}
}

static void band_turn(struct band *band)
{
	double *old = band->now;

	band->now = band->next;
	band->next = old;
}

static int band_open(struct band *band, const struct plate *plate, int node, int nodes)
{
	size_t cells;

	band->first = 1 + plate->side * node / nodes;
	band->rows = 1 + plate->side * (node + 1) / nodes - band->first;
	band->width = plate->side + 2;
	cells = (size_t)(band->rows + 2) * (size_t)band->width;
	band->now = malloc(sizeof *band->now * cells);
	band->next = malloc(sizeof *band->next * cells);
	if (!band->now || !band->next)
		return -1;
	rim_set(band->now, band->first - 1, band->rows + 2, plate->side);
	rim_set(band->next, band->first - 1, band->rows + 2, plate->side);
	return 0;
}

/* Sends the outermost own rows, and receives the rows of the neighbours. */
static int edges_exchange(struct grove_node *me, const struct band *band)
{
	int node = grove_node_number(me), last = grove_team_nodes(grove_node_team(me)) - 1;
	size_t width = (size_t)band->width, bytes = sizeof(double) * width;
	double *top = band->now, *bottom = band->now + (size_t)band->rows * width;
	const struct grove_neighbour edges[] = {
		{ .node = node > 0 ? node - 1 : GROVE_NOBODY,
			.out = top + width,
			.out_bytes = bytes,
			.in = top,
			.in_bytes = bytes },
		{ .node = node < last ? node + 1 : GROVE_NOBODY,
			.out = bottom,
			.out_bytes = bytes,
			.in = bottom + width,
			.in_bytes = bytes },
	};

	return grove_exchange(me, edges, 2);
}

static int body(struct grove_node *me, void *argument)
{
	struct plate *plate = argument;
	struct band band;
	int node = grove_node_number(me), error;
	double begun;

	if (band_open(&band, plate, node, grove_team_nodes(grove_node_team(me))))
		return -1;
	error = grove_barrier(me);
	begun = now();
	for (int step = 0; step < plate->steps && !error; step++) {
		error = edges_exchange(me, &band);
		rows_relax(&band);
		band_turn(&band);
	}
	if (!error)
		error = grove_barrier(me);
	if (node == 0)
		plate->seconds = now() - begun;
	memcpy(plate->result + (size_t)band.first * (size_t)band.width, band.now + band.width,
		sizeof(double) * (size_t)band.rows * (size_t)band.width);
	free(band.now);
	free(band.next);
	return error;
}

/* Returns 0 if a single thread gets the same plate. */
static int compare(const struct plate *plate)
{
	struct band all;
	int differs = -1;

	if (band_open(&all, plate, 0, 1) == 0) {
		for (int step = 0; step < plate->steps; step++) {
			rows_relax(&all);
			band_turn(&all);
		}
		differs = memcmp(plate->result + all.width, all.now + all.width,
			sizeof(double) * (size_t)all.rows * (size_t)all.width);
	}
	free(all.now);
	free(all.next);
	return differs;
}

int main(int arguments, char **argument)
{
	struct plate plate = { arguments > 1 ? atoi(argument[1]) : 64,
		arguments > 2 ? atoi(argument[2]) : 1000, NULL, 0 };
	struct grove_team *team;
	int differs;

	if (plate.side < 2 || plate.steps < 1) {
		fprintf(stderr, "jacobi: a side of at least 2, and at least 1 step\n");
		return 2;
	}
	plate.result = malloc(sizeof(double) * (size_t)(plate.side + 2) * (size_t)(plate.side + 2));
	if (!plate.result ||
		grove_team_open(&team, &(struct grove_team_options){ .network = "gh:2" }) ||
		grove_team_run(team, body, &plate) || grove_team_free(team)) {
		fprintf(stderr, "jacobi: %s\n", grove_why());
		return 1;
	}
	differs = compare(&plate);
	printf("%d steps of %d x %d: %s, %.2f us a step\n", plate.steps, plate.side, plate.side,
		differs ? "wrong" : "right", 1e6 * plate.seconds / plate.steps);
	free(plate.result);
	return differs != 0;
}
