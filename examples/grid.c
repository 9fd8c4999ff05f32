/* Multiplies a matrix by a vector on a grid of nodes: teams on the rows and columns of the grid.
 *
 *	cc grid.c $(pkg-config --cflags --libs grove)
 *	./grid [rows columns [times]]
 *
 * Node (i, j) of the grid holds block (i, j) of the matrix. Block j of the vector begins at node
 * (0, j) and goes down column j. Each node multiplies, and the products are added along the rows.
 * All columns broadcast at the same time, and all rows reduce at the same time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <grove.h>

#define SIDE 50 /* lines and columns of a block */

struct grid {
	int rows, columns;
	long times;
	double deviation, seconds; /* of all products; of a product */
};

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* The element of the whole matrix, and of the vector. */
static double matrix(int i, int j)
{
	return 1.0 / (i + j + 1);
}

static double vector(int j)
{
	return j % 7 - 3;
}

static void multiply(const double *block, const double *x, double *product)
{
	for (int a = 0; a < SIDE; a++) {
		product[a] = 0;
		for (int b = 0; b < SIDE; b++)
			product[a] += block[a * SIDE + b] * x[b];
	}
}

/* Returns how far block i of the result is from a sum by a single thread. */
static double deviation(int i, int columns, const double *result)
{
	double most = 0;

	for (int a = 0; a < SIDE; a++) {
		double sum = 0;

		for (int j = 0; j < columns * SIDE; j++)
			sum += matrix(i * SIDE + a, j) * vector(j);
		most = fmax(most, fabs(sum - result[a]));
	}
	return most;
}

/* Multiplies once: x goes down the columns, and the products are added along the rows. */
static int product_run(struct grove_node *row, struct grove_node *column, const double *block,
	double *x, double *result)
{
	double product[SIDE];
	int error = grove_broadcast(column, x, sizeof(double) * SIDE, 0);

	if (error)
		return error;
	multiply(block, x, product);
	return grove_reduce(row, product, result, SIDE, GROVE_F64, GROVE_SUM, 0);
}

static int body(struct grove_node *me, void *argument)
{
	struct grid *grid = argument;
	int i = grove_node_number(me) / grid->columns, j = grove_node_number(me) % grid->columns;
	double block[SIDE * SIDE], x[SIDE], result[SIDE], mine = 0, begun;
	struct grove_node *row, *column; /* this node, in the team of its row and of its column */
	int error = grove_split(me, i, j, NULL, &row);

	if (!error)
		error = grove_split(me, j, i, NULL, &column);
	for (int a = 0; a < SIDE * SIDE; a++)
		block[a] = matrix(i * SIDE + a / SIDE, j * SIDE + a % SIDE);
	for (int b = 0; i == 0 && b < SIDE; b++)
		x[b] = vector(j * SIDE + b);
	if (!error)
		error = grove_barrier(me);
	begun = now();
	for (long k = 0; k < grid->times && !error; k++)
		error = product_run(row, column, block, x, result);
	if (!error)
		error = grove_barrier(me);
	if (error)
		return error;
	if (i == 0 && j == 0)
		grid->seconds = (now() - begun) / (double)grid->times;
	if (j == 0)
		mine = deviation(i, grid->columns, result);
	return grove_reduce(me, &mine, &grid->deviation, 1, GROVE_F64, GROVE_MAX, 0);
}

int main(int arguments, char **argument)
{
	struct grid grid = { arguments > 2 ? atoi(argument[1]) : 3,
		arguments > 2 ? atoi(argument[2]) : 4, arguments > 3 ? atol(argument[3]) : 1, 0,
		0 };
	struct grove_team *team;
	char network[64];
	int right;

	if (grid.rows < 1 || grid.columns < 1 || grid.times < 1) {
		fprintf(stderr, "grid: rows, columns and times are at least 1\n");
		return 2;
	}
	snprintf(network, sizeof network, "gh:%d", grid.rows * grid.columns);
	if (grove_team_open(&team, &(struct grove_team_options){ .network = network }) ||
		grove_team_run(team, body, &grid) || grove_team_free(team)) {
		fprintf(stderr, "grid: %s\n", grove_why());
		return 1;
	}
	right = grid.deviation < 1e-12;
	printf("the product is right to %.0e", right ? 1e-12 : grid.deviation);
	if (grid.times > 1)
		printf(", %.2f us", 1e6 * grid.seconds);
	putchar('\n');
	return !right;
}
