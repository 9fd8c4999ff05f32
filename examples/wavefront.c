/* The length of the longest common subsequence of two strings, by a wavefront through a line of
 * nodes.
 *
 *	cc wavefront.c $(pkg-config --cflags --libs grove)
 *
 * Row i of a table depends on row i - 1 and on the column to the left. Each node has a band of
 * columns. A node computes a few rows as soon as the node before has sent its last column of these
 * rows, so the nodes work along a diagonal. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <grove.h>

enum {
	LENGTH = 1200, /* of each string */
	ROWS = 40      /* that go to the next node at once */
};

static char a[LENGTH], b[LENGTH];

static void strings_make(void)
{
	unsigned random = 1;

	for (int i = 0; i < LENGTH; i++) {
		a[i] = "ACGT"[(random = random * 1664525u + 1013904223u) >> 30];
		b[i] = "ACGT"[(random = random * 1664525u + 1013904223u) >> 30];
	}
}

struct band {
	int begin, columns;
	int row[LENGTH]; /* the last row computed */
	int corner;	 /* of that row: the column to the left */
};

/* Computes row i. `left` is row i of the column to the left. */
static void band_row(struct band *band, int i, int left)
{
	int corner = band->corner;

	band->corner = left;
	for (int j = 0; j < band->columns; j++) {
		int up = band->row[j], longer = up > left ? up : left;

		left = a[i] == b[band->begin + j] ? corner + 1 : longer;
		corner = up;
		band->row[j] = left;
	}
}

static int body(struct grove_node *me, void *argument)
{
	int node = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me)), error = 0;
	int before = node > 0 ? node - 1 : GROVE_NOBODY;
	int behind = node < nodes - 1 ? node + 1 : GROVE_NOBODY;
	struct band band = { LENGTH * node / nodes, 0, { 0 }, 0 };
	int column[ROWS] = { 0 }, *length = argument;

	band.columns = LENGTH * (node + 1) / nodes - band.begin;
	for (int i = 0; i < LENGTH && !error; i += ROWS) {
		for (int r = 0; node == 0 && r < ROWS; r++)
			column[r] = 0;
		error = grove_recv(me, column, sizeof column, before, 0, NULL);
		for (int r = 0; r < ROWS; r++) {
			band_row(&band, i + r, column[r]);
			column[r] = band.row[band.columns - 1];
		}
		if (!error)
			error = grove_send(me, column, sizeof column, behind, 0);
	}
	if (node == nodes - 1)
		*length = column[ROWS - 1];
	return error;
}

static int alone(void)
{
	struct band all = { 0, LENGTH, { 0 }, 0 };

	for (int i = 0; i < LENGTH; i++)
		band_row(&all, i, 0);
	return all.row[LENGTH - 1];
}

int main(void)
{
	struct grove_team *team;
	int length = 0;

	strings_make();
	if (grove_team_open(&team, &(struct grove_team_options){ .network = "ring:4" }) ||
		grove_team_run(team, body, &length) || grove_team_free(team)) {
		fprintf(stderr, "wavefront: %s\n", grove_why());
		return 1;
	}
	printf("the longest common subsequence has %d letters\n", length);
	return length != alone();
}
