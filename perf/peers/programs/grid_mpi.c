/* Multiplies the matrix of examples/grid.c by MPI: communicators on rows and columns of a grid. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <mpi.h>
#include "perf/peers/programs/told_time.h"

enum {
	SIDE = 50
}; /* lines and columns of a block */

static double matrix(int i, int j)
{
	return 1.0 / (i + j + 1);
}

static double vector(int j)
{
	return j % 7 - 3;
}

/* Returns how far block i of the result is from a sum by a single process. */
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

static void multiply(const double *block, const double *x, double *product)
{
	for (int a = 0; a < SIDE; a++) {
		product[a] = 0;
		for (int b = 0; b < SIDE; b++)
			product[a] += block[a * SIDE + b] * x[b];
	}
}

int main(int arguments, char **argument)
{
	int columns = (int)program_number(arguments, argument, 2, 2), me, i, j;
	long times = program_number(arguments, argument, 3, 1000);
	double block[SIDE * SIDE], x[SIDE], product[SIDE], result[SIDE], mine = 0, most, begun,
									 seconds;
	MPI_Comm row, column;

	MPI_Init(&arguments, &argument);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	i = me / columns;
	j = me % columns;
	MPI_Comm_split(MPI_COMM_WORLD, i, j, &row);
	MPI_Comm_split(MPI_COMM_WORLD, j, i, &column);
	for (int a = 0; a < SIDE * SIDE; a++)
		block[a] = matrix(i * SIDE + a / SIDE, j * SIDE + a % SIDE);
	for (int b = 0; i == 0 && b < SIDE; b++)
		x[b] = vector(j * SIDE + b);
	MPI_Barrier(MPI_COMM_WORLD);
	begun = program_now();
	for (long k = 0; k < times; k++) {
		MPI_Bcast(x, SIDE, MPI_DOUBLE, 0, column);
		multiply(block, x, product);
		MPI_Reduce(product, result, SIDE, MPI_DOUBLE, MPI_SUM, 0, row);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	seconds = program_now() - begun;
	if (j == 0)
		mine = deviation(i, columns, result);
	MPI_Reduce(&mine, &most, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD);
	if (me == 0)
		program_end("grid, MPI", most < 1e-12, seconds / (double)times);
	MPI_Finalize();
	return me == 0 && !(most < 1e-12);
}
