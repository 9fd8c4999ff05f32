/* Finds the means of examples/kmeans_phased.cc by OpenMP, which adds sums by its reduction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <omp.h>
#include "perf/peers/programs/means.h"
#include "perf/peers/programs/told_time.h"

int main(int arguments, char **argument)
{
	int count = (int)program_number(arguments, argument, 1, 2000);
	long rounds = program_number(arguments, argument, 2, 1000);
	struct sample_point *points = malloc(sizeof *points * (size_t)count), centres[CLUSTERS];
	double sums[SUMS] = { 0 }, begun = 0, seconds = 0;

	if (!points)
		return 1;
	centres_begin(centres);
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < count; i++)
			points[i] = point_make(i);
#pragma omp master
		begun = program_now();
		for (long round = 0; round < rounds; round++) {
#pragma omp for schedule(static) reduction(+ : sums[:SUMS])
			for (int i = 0; i < count; i++)
				points_add(sums, &points[i], 1, centres);
#pragma omp single
			{
				centres_move(centres, sums);
				memset(sums, 0, sizeof sums);
			}
		}
#pragma omp master
		seconds = program_now() - begun;
	}
	return program_end("k-means, OpenMP", centres_right(centres, points, count, rounds),
		seconds / (double)rounds);
}
