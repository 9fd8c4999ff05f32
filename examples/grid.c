/* Multiplies a matrix by a vector on a grid of nodes: teams on the rows and columns of the grid.
 *
 *	cc grid.c $(pkg-config --cflags --libs grove)
 *
 * Node (i, j) of the grid holds block (i, j) of the matrix. Block j of the vector begins at node
 * (0, j) and goes down column j. Each node multiplies, and the products are added along the rows.
 * All columns broadcast at the same time, and all rows reduce at the same time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <grove.h>

#define ROWS 3	  /* of the grid */
#define COLUMNS 4 /* of the grid */
#define SIDE 50	  /* lines and columns of a block */

/* The element of the whole matrix, and of the vector. */
static double matrix(int i, int j)
{
	return 1.0 / (i + j + 1);
}

static double vector(int j)
{
	return j % 7 - 3;
}

static void multiply(int i, int j, const double *x, double *product)
{
	for (int a = 0; a < SIDE; a++) {
		product[a] = 0;
		for (int b = 0; b < SIDE; b++)
			product[a] += matrix(i * SIDE + a, j * SIDE + b) * x[b];
	}
}

/* Returns how far block i of the result is from a sum by a single thread. */
static double deviation(int i, const double *result)
{
	double most = 0;

	for (int a = 0; a < SIDE; a++) {
		double sum = 0;

		for (int j = 0; j < COLUMNS * SIDE; j++)
			sum += matrix(i * SIDE + a, j) * vector(j);
		most = fmax(most, fabs(sum - result[a]));
	}
	return most;
}

static int body(struct grove_node *me, void *argument)
{
	int i = grove_node_number(me) / COLUMNS, j = grove_node_number(me) % COLUMNS;
	double x[SIDE], product[SIDE], result[SIDE], mine = 0, *most = argument;
	struct grove_node *row, *column; /* this node, in the team of its row and of its column */
	int error = grove_split(me, i, j, NULL, &row);

	if (!error)
		error = grove_split(me, j, i, NULL, &column);
	if (error)
		return error;
	for (int b = 0; i == 0 && b < SIDE; b++)
		x[b] = vector(j * SIDE + b);
	error = grove_broadcast(column, x, sizeof x, 0);
	if (error)
		return error;
	multiply(i, j, x, product);
	error = grove_reduce(row, product, result, SIDE, GROVE_F64, GROVE_SUM, 0);
	if (error)
		return error;
	if (j == 0)
		mine = deviation(i, result);
	return grove_reduce(me, &mine, most, 1, GROVE_F64, GROVE_MAX, 0);
}

int main(void)
{
	struct grove_team *team;
	double most = 0;

	if (grove_team_open(&team, &(struct grove_team_options){ .network = "gh:3x4" }) ||
		grove_team_run(team, body, &most) || grove_team_close(team)) {
		fprintf(stderr, "grid: %s\n", grove_why());
		return 1;
	}
	printf("the product is right to %.0e\n", most < 1e-12 ? 1e-12 : most);
	return most < 1e-12 ? 0 : 1;
}
