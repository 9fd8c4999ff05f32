/* Computes order statistics of repeated measurements, which outliers cannot move far. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_STATS_H
#define PERF_STATS_H

#include <stddef.h>

enum {
	STATS_FEWEST = 6
}; /* samples: fewer samples give no 95 % interval of the median */

/* Statistics in the unit of the samples, for example seconds. The interval between two
 * order statistics holds the median of the distribution with a probability of at least
 * 0.95, for any distribution. With fewer samples than STATS_FEWEST the interval is min to
 * max, with a lower probability. */
struct stats {
	double median, ci_low, ci_high, min, p99;
	size_t samples;
};

/* Sorts sample[count] and computes the statistics; count is at least 1. */
struct stats stats_of(double *sample, size_t count);

/* Returns the order statistic of the interval, which goes from the low-th smallest sample
 * to the low-th largest, counted from 0. This is the largest low with 2 P(Binomial(count,
 * 1/2) <= low) <= 5 %, or 0. */
size_t stats_interval(size_t count);

/* Sorts the samples and returns the middle sample, or the mean of the two middle
 * samples if count is even. */
double stats_median(double *sample, size_t count);

/* Returns NAN when there are no values, or a value is not positive. */
double stats_geometric_mean(const double *value, size_t count);

#endif
