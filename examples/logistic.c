/* Fits a logistic regression on the caller's own OpenMP threads: each thread adds up the gradient
 * of its samples, and grove_allreduce adds the gradients of all threads.
 *
 *	cc -fopenmp logistic.c -lm $(pkg-config --cflags --libs grove)
 *	./logistic [samples [steps]]
 *
 * The threads stay nodes for the whole computation, from grove_attach to grove_detach. All threads
 * get the same bits, so each thread keeps weights of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>
#include <grove.h>

#define NODES 2
#define FEATURES 16

struct sample {
	double x[FEATURES], label;
};

struct fit {
	struct grove_team *team;
	struct sample *samples;
	int count;
	long steps;
	double weights[FEATURES], seconds;
};

/* A number from -1 to 1. */
static double noise(uint32_t k)
{
	k = (k ^ 61) * 0x9e3779b9u;
	k = (k ^ k >> 15) * 0x85ebca6bu;
	return (k ^ k >> 13) / 2147483648.0 - 1;
}

static struct sample sample_make(int i)
{
	struct sample sample;
	double sum = 0;

	for (int k = 0; k < FEATURES; k++) {
		sample.x[k] = noise((uint32_t)(i * FEATURES + k));
		sum += (k % 3 - 1) * sample.x[k];
	}
	sample.label = sum > 0;
	return sample;
}

static void gradient_add(
	double *restrict gradient, const struct sample *samples, int count, const double *weights)
{
	for (int i = 0; i < count; i++) {
		double sum = 0, off;

		for (int k = 0; k < FEATURES; k++)
			sum += weights[k] * samples[i].x[k];
		off = 1 / (1 + exp(-sum)) - samples[i].label;
		for (int k = 0; k < FEATURES; k++)
			gradient[k] += off * samples[i].x[k];
	}
}

static void weights_step(double *weights, const double *gradient, int count)
{
	for (int k = 0; k < FEATURES; k++)
		weights[k] -= gradient[k] / count;
}

/* The steps of a node: of its part of the samples, and of the weights. */
static int steps_run(struct grove_node *me, struct fit *fit, int node, double *weights)
{
	int first = (int)((long)fit->count * node / NODES);
	int last = (int)((long)fit->count * (node + 1) / NODES), error = 0;

	for (long step = 0; step < fit->steps && !error; step++) {
		double gradient[FEATURES] = { 0 };

		gradient_add(gradient, fit->samples + first, last - first, weights);
		error = grove_allreduce(
			me, GROVE_IN_PLACE, gradient, FEATURES, GROVE_F64, GROVE_SUM);
		weights_step(weights, gradient, fit->count);
	}
	return error;
}

static int node_run(struct fit *fit, int node)
{
	double weights[FEATURES] = { 0 }, nothing[FEATURES] = { 0 }, begun;
	struct grove_node *me;
	int error = grove_attach(fit->team, node, &me);

	if (error)
		return error;
	/* The first call of a verb chooses an algorithm, so it comes before the clock. */
	error = grove_allreduce(me, GROVE_IN_PLACE, nothing, FEATURES, GROVE_F64, GROVE_SUM);
	begun = omp_get_wtime();
	if (!error)
		error = steps_run(me, fit, node, weights);
	if (node == 0) {
		fit->seconds = omp_get_wtime() - begun;
		for (int k = 0; k < FEATURES; k++)
			fit->weights[k] = weights[k];
	}
	return error ? error : grove_detach(me);
}

/* Returns how far the weights are from those of a single thread. */
static double deviation(const struct fit *fit)
{
	double weights[FEATURES] = { 0 }, most = 0;

	for (long step = 0; step < fit->steps; step++) {
		double gradient[FEATURES] = { 0 };

		gradient_add(gradient, fit->samples, fit->count, weights);
		weights_step(weights, gradient, fit->count);
	}
	for (int k = 0; k < FEATURES; k++)
		most = fmax(most, fabs(weights[k] - fit->weights[k]));
	return most;
}

int main(int arguments, char **argument)
{
	struct fit fit = { .count = arguments > 1 ? atoi(argument[1]) : 256,
		.steps = arguments > 2 ? atol(argument[2]) : 1000 };
	struct grove_team_options options = { .network = "gh:2", .threads = GROVE_CALLER };
	int failed = 0, right;

	if (fit.count < 1 || fit.steps < 1) {
		fprintf(stderr, "logistic: at least 1 sample and 1 step\n");
		return 2;
	}
	fit.samples = malloc(sizeof *fit.samples * (size_t)fit.count);
	if (!fit.samples || grove_team_open(&fit.team, &options)) {
		fprintf(stderr, "logistic: %s\n", grove_why());
		return 1;
	}
	for (int i = 0; i < fit.count; i++)
		fit.samples[i] = sample_make(i);
#pragma omp parallel num_threads(NODES) reduction(+ : failed)
	if (node_run(&fit, omp_get_thread_num())) {
		fprintf(stderr, "logistic: %s\n", grove_why());
		failed++;
	}
	if (failed || grove_team_free(fit.team))
		return 1;
	right = deviation(&fit) < 1e-9;
	printf("%ld steps on %d samples: %s, %.2f us a step\n", fit.steps, fit.count,
		right ? "right" : "wrong", 1e6 * fit.seconds / (double)fit.steps);
	free(fit.samples);
	return !right;
}
