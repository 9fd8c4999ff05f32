/* Computes the median of repeated measurements and its interval. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "apps/interval.h"

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the largest rank, counted from 0, below which the median lies in at most 2.5 % of all
 * cases: P(Binomial(count, 1/2) <= rank) <= 2.5 %. */
static size_t low_rank(size_t count)
{
	double log_term = -(double)count * log(2), sum = 0;
	size_t k = 0;

	for (; k < count; k++) {
		sum += exp(log_term);
		if (sum > 0.025)
			break;
		log_term += log((double)(count - k) / (double)(k + 1));
	}
	return k ? k - 1 : 0;
}

struct interval interval_of(double *sample, size_t count)
{
	struct interval interval = { NAN, NAN, NAN, count };

	if (!count)
		return interval;
	qsort(sample, count, sizeof *sample, compare_doubles);
	interval.median = (sample[(count - 1) / 2] + sample[count / 2]) / 2;
	if (count >= INTERVAL_FEWEST) {
		interval.low = sample[low_rank(count)];
		interval.high = sample[count - 1 - low_rank(count)];
	}
	return interval;
}

struct interval interval_once(double sample)
{
	return interval_of(&sample, 1);
}

double interval_share(const struct interval *interval)
{
	return (interval->high - interval->low) / 2 / interval->median;
}
