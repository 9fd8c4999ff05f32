/* Fits the weights of examples/logistic.c by OpenMP, which adds the gradients by its reduction. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <omp.h>
#include "perf/peers/programs/logistic_data.h"
#include "perf/peers/programs/told_time.h"

int main(int arguments, char **argument)
{
	int count = (int)program_number(arguments, argument, 1, 256);
	long steps = program_number(arguments, argument, 2, 1000);
	struct sample *samples = malloc(sizeof *samples * (size_t)count);
	double weights[FEATURES] = { 0 }, gradient[FEATURES] = { 0 }, begun = 0, seconds = 0;

	if (!samples)
		return 1;
#pragma omp parallel
	{
#pragma omp for schedule(static)
		for (int i = 0; i < count; i++)
			samples[i] = sample_make(i);
#pragma omp master
		begun = program_now();
		for (long step = 0; step < steps; step++) {
#pragma omp for schedule(static) reduction(+ : gradient[:FEATURES])
			for (int i = 0; i < count; i++)
				gradient_add(gradient, &samples[i], 1, weights);
#pragma omp single
			{
				weights_step(weights, gradient, count);
				memset(gradient, 0, sizeof gradient);
			}
		}
#pragma omp master
		seconds = program_now() - begun;
	}
	return program_end("logistic regression, OpenMP",
		weights_right(weights, samples, count, steps), seconds / (double)steps);
}
