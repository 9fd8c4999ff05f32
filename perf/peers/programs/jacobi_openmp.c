/* Relaxes the plate of examples/jacobi.c by OpenMP: each thread has a band of one plate. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <omp.h>
#include "perf/peers/programs/jacobi_plate.h"
#include "perf/peers/programs/told_time.h"

int main(int arguments, char **argument)
{
	int side = (int)program_number(arguments, argument, 1, 64);
	long steps = program_number(arguments, argument, 2, 1000);
	size_t cells = ((size_t)side + 2) * ((size_t)side + 2);
	double *plate[2], *check[2], begun = 0, seconds = 0;

	for (int i = 0; i < 2; i++) {
		plate[i] = malloc(sizeof(double) * cells);
		check[i] = malloc(sizeof(double) * cells);
		if (!plate[i] || !check[i])
			return 1;
	}
#pragma omp parallel
	{
		int me = omp_get_thread_num(), all = omp_get_num_threads();
		int first = 1 + side * me / all, last = 1 + side * (me + 1) / all;
		int begin = me ? first : 0, end = me == all - 1 ? side + 2 : last;

		for (int i = 0; i < 2; i++) /* each thread writes its own pages first */
			rim_set(plate[i] + (size_t)begin * (size_t)(side + 2), begin, end - begin,
				side);
#pragma omp barrier
#pragma omp master
		begun = program_now();
		for (long step = 0; step < steps; step++) {
			rows_relax(
				plate[step & 1], plate[~step & 1], first, last, (size_t)side + 2);
#pragma omp barrier
		}
#pragma omp master
		seconds = program_now() - begun;
	}
	return program_end("jacobi, OpenMP",
		plate_right(plate[steps & 1] + side + 2, 1, side, side, steps, check),
		seconds / (double)steps);
}
