/* Finds the means of examples/kmeans_phased.cc by MPI, which adds sums by an all-reduce. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include "perf/peers/programs/means.h"
#include "perf/peers/programs/told_time.h"

int main(int arguments, char **argument)
{
	int count = (int)program_number(arguments, argument, 1, 2000), me, nodes, right = 1, first,
	    last;
	long rounds = program_number(arguments, argument, 2, 1000);
	struct sample_point *points = malloc(sizeof *points * (size_t)count), centres[CLUSTERS];
	double begun, seconds;

	MPI_Init(&arguments, &argument);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &nodes);
	if (!points)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < count; i++)
		points[i] = point_make(i);
	centres_begin(centres);
	first = count * me / nodes;
	last = count * (me + 1) / nodes;
	MPI_Barrier(MPI_COMM_WORLD);
	begun = program_now();
	for (long round = 0; round < rounds; round++) {
		double sums[SUMS] = { 0 };

		points_add(sums, points + first, last - first, centres);
		MPI_Allreduce(MPI_IN_PLACE, sums, SUMS, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		centres_move(centres, sums);
	}
	seconds = program_now() - begun;
	if (me == 0) {
		right = centres_right(centres, points, count, rounds);
		program_end("k-means, MPI", right, seconds / (double)rounds);
	}
	MPI_Finalize();
	return !right;
}
