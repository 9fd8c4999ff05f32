/* The plate of examples/jacobi.c for programs of other libraries: the same loops on the same
 * rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PROGRAMS_JACOBI_PLATE_H
#define PERF_PEERS_PROGRAMS_JACOBI_PLATE_H

#include <stddef.h>
#include <string.h>

/* Sets rows of a plate whose left side is hot, and whose first row is warm. */
static inline void rim_set(double *rows, int first, int count, int side)
{
	size_t width = (size_t)side + 2;

	memset(rows, 0, sizeof *rows * (size_t)count * width);
	for (int i = 0; i < count; i++) {
		double *row = rows + (size_t)i * width;

		row[0] = 100;
		for (size_t j = 0; first + i == 0 && j < width; j++)
			row[j] = 50;
	}
}

/* Relaxes rows first ... last - 1 of a band. */
static inline void rows_relax(const double *now, double *after, int first, int last, size_t width)
{
	for (int i = first; i < last; i++) {
		const double *row = now + (size_t)i * width;
		const double *above = row - width, *below = row + width;
		double *next = after + (size_t)i * width;

		for (size_t j = 1; j + 1 < width; j++)
			next[j] = 0.25 * (row[j - 1] + row[j + 1] + above[j] + below[j]);
	}
}

/* Returns 1 if one thread gets the same inner rows first ... first + rows - 1. */
static inline int plate_right(
	const double *result, int first, int rows, int side, long steps, double *buffers[2])
{
	size_t width = (size_t)side + 2;

	rim_set(buffers[0], 0, side + 2, side);
	rim_set(buffers[1], 0, side + 2, side);
	for (long step = 0; step < steps; step++)
		rows_relax(buffers[step & 1], buffers[~step & 1], 1, side + 1, width);
	return !memcmp(result, buffers[steps & 1] + (size_t)first * width,
		sizeof(double) * (size_t)rows * width);
}

#endif
