/* Fits the weights of examples/logistic.c by MPI, which adds the gradients by an all-reduce. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <mpi.h>
#include "perf/peers/programs/logistic_data.h"
#include "perf/peers/programs/told_time.h"

int main(int arguments, char **argument)
{
	int count = (int)program_number(arguments, argument, 1, 256), me, nodes, right = 1, first,
	    last;
	long steps = program_number(arguments, argument, 2, 1000);
	struct sample *samples = malloc(sizeof *samples * (size_t)count);
	double weights[FEATURES] = { 0 }, nothing[FEATURES] = { 0 }, begun, seconds;

	MPI_Init(&arguments, &argument);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	MPI_Comm_size(MPI_COMM_WORLD, &nodes);
	if (!samples)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int i = 0; i < count; i++)
		samples[i] = sample_make(i);
	first = count * me / nodes;
	last = count * (me + 1) / nodes;
	MPI_Allreduce(MPI_IN_PLACE, nothing, FEATURES, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	begun = program_now();
	for (long step = 0; step < steps; step++) {
		double gradient[FEATURES] = { 0 };

		gradient_add(gradient, samples + first, last - first, weights);
		MPI_Allreduce(
			MPI_IN_PLACE, gradient, FEATURES, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
		weights_step(weights, gradient, count);
	}
	seconds = program_now() - begun;
	if (me == 0) {
		right = weights_right(weights, samples, count, steps);
		program_end("logistic regression, MPI", right, seconds / (double)steps);
	}
	MPI_Finalize();
	return !right;
}
