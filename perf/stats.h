/* Statistics of repeated measurements: order statistics, which no outlier can move far. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_STATS_H
#define PERF_STATS_H

#include <stddef.h>

enum {
	STATS_FEWEST = 6
}; /* samples: with fewer there is no 95 % interval of the median */

/* Seconds, or whatever the samples are. The interval is that between two order statistics which
 * holds the median of what was sampled with a probability of at least 95 %, whatever its
 * distribution; with fewer samples than STATS_FEWEST it is min to max, and holds it less often. */
struct stats {
	double median, ci_low, ci_high, min, p99;
	size_t samples;
};

/* Of samples[count], count at least 1, which are sorted here. */
struct stats stats_of(double *sample, size_t count);

/* The interval's order statistic: it goes from the low-th smallest sample to the low-th largest,
 * counting from 0; the largest low with 2 P(Binomial(count, 1/2) <= low) <= 5 %, or 0. */
size_t stats_interval(size_t count);

/* The middle of the sorted samples; the mean of the two middle ones when count is even. */
double stats_median(double *sample, size_t count);

/* NAN when there are none, or one is not positive. */
double stats_geometric_mean(const double *value, size_t count);

#endif
