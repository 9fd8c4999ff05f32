/* Computes the edges of a histogram's bins, and finds the bin of a number.
 *
 * The counts agree with NumPy's counts only if the edges agree to the last bit. So the edges are
 * computed by NumPy's steps, in doubles, and then rounded to the type of the data.
 *
 * Source: numpy.linspace and numpy.histogram, as of NumPy 1.24. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tool/applications/bins.h"
#include "tool/files/need.h"

/* Rounds to the nearest number with a fraction of 10 bits: IEEE 754 binary16. */
static double to_half(double x)
{
	double quantum = ldexp(1, fmax(ilogb(x), -14) - 10);
	double rounded = x == 0 ? x : rint(x / quantum) * quantum;

	return fabs(rounded) > 65504 ? copysign(INFINITY, x) : rounded;
}

static double to_type(double x, size_t item)
{
	return item == 2 ? to_half(x) : item == 4 ? (double)(float)x : x;
}

/* Computes the edges. Product and sum are two statements, because a fused operation would round
 * only once. */
void bins_make(struct bins *bins, size_t count, double low, double high, size_t item)
{
	double step = (high - low) / (double)count;

	bins->count = count;
	bins->edges = need_memory(need_sum(count, 1), sizeof *bins->edges);
	for (size_t i = 0; i < count; i++) {
		double distance = (double)i * step;

		bins->edges[i] = to_type(distance + low, item);
	}
	bins->edges[count] = to_type(high, item);
	bins->per_unit = (double)count / (high - low);
}

/* Finds a bin. The division gives a bin nearby, and then the edges decide. */
size_t bins_find(const struct bins *bins, double number)
{
	const double *edges = bins->edges;
	size_t last = bins->count - 1, i = 0;
	double guess;

	if (!(number >= edges[0] && number <= edges[last + 1]))
		return bins->count;
	guess = (number - edges[0]) * bins->per_unit;
	if (guess > 0)
		i = guess < (double)last ? (size_t)guess : last;
	while (number < edges[i])
		i--;
	while (i < last && number >= edges[i + 1])
		i++;
	return i;
}
