/* The samples of examples/logistic.c for programs of other libraries, and the gradient of some. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PROGRAMS_LOGISTIC_DATA_H
#define PERF_PEERS_PROGRAMS_LOGISTIC_DATA_H

#include <math.h>
#include <stdint.h>
#include <string.h>

#define FEATURES 16

struct sample {
	double x[FEATURES], label;
};

/* A number from -1 to 1. */
static inline double noise(uint32_t k)
{
	k = (k ^ 61) * 0x9e3779b9u;
	k = (k ^ k >> 15) * 0x85ebca6bu;
	return (k ^ k >> 13) / 2147483648.0 - 1;
}

static inline struct sample sample_make(int i)
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

/* Adds the gradient of samples[count] at the weights. */
static inline void gradient_add(
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

static inline void weights_step(double *weights, const double *gradient, int count)
{
	for (int k = 0; k < FEATURES; k++)
		weights[k] -= gradient[k] / count;
}

/* Returns 1 if one thread gets the same weights, apart from rounding. */
static inline int weights_right(
	const double *weights, const struct sample *samples, int count, long steps)
{
	double own[FEATURES] = { 0 }, most = 0;

	for (long step = 0; step < steps; step++) {
		double gradient[FEATURES] = { 0 };

		gradient_add(gradient, samples, count, own);
		weights_step(own, gradient, count);
	}
	for (int k = 0; k < FEATURES; k++)
		most = fmax(most, fabs(own[k] - weights[k]));
	return most < 1e-9;
}

#endif
