/* Computes order statistics of repeated measurements, and the exact interval of the median. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "perf/stats.h"

/* Each sample is below the true median with probability 1/2, so the number of samples below it is
 * Binomial(n, 1/2), and the median lies outside of [x_low, x_(n-1-low)] with probability
 * 2 P(B <= low). Hahn & Meeker 1991, section 5.2. */

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns P(Binomial(n, 1/2) = k), by logarithms, because 2^-n soon underflows a double. */
static double binomial(size_t n, size_t k)
{
	int sign;
	double ways = lgamma_r((double)n + 1, &sign) - lgamma_r((double)k + 1, &sign) -
		      lgamma_r((double)(n - k) + 1, &sign);

	return exp(ways - (double)n * log(2));
}

size_t stats_interval(size_t count)
{
	double below = 0;
	size_t low = 0;

	while (low < count && (below += binomial(count, low)) <= 0.025)
		low++;
	return low ? low - 1 : 0;
}

static double middle(const double *sorted, size_t count)
{
	return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double stats_median(double *sample, size_t count)
{
	qsort(sample, count, sizeof *sample, ascending);
	return middle(sample, count);
}

struct stats stats_of(double *sample, size_t count)
{
	size_t low = stats_interval(count);
	double median = stats_median(sample, count);

	return (struct stats){ .median = median,
		.ci_low = sample[low],
		.ci_high = sample[count - 1 - low],
		.min = sample[0],
		.p99 = sample[(99 * count + 99) / 100 - 1],
		.samples = count };
}

double stats_geometric_mean(const double *value, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++) {
		if (!(value[i] > 0))
			return NAN;
		sum += log(value[i]);
	}
	return count ? exp(sum / (double)count) : NAN;
}
