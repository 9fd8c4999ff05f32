/* Computes medians of repeated measurements, and intervals that hold a repetition's median. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_STATS_H
#define PERF_TIMING_STATS_H

#include <stddef.h>

enum {
	STATS_FEWEST = 6,    /* samples: fewer give no 95 % interval of the median */
	STATS_LAUNCHES = 100 /* at most */
};

/* Statistics in the unit of the samples, for example seconds. The interval between two
 * order statistics holds the median of the distribution with a probability of at least
 * 0.95, for any distribution. With fewer samples than STATS_FEWEST the interval is min to
 * max, with a lower probability. */
struct stats {
	double median, ci_low, ci_high, min, p99;
	size_t samples;
};

/* Sorts sample[count], independent of each other, and computes the statistics; count is at least
 * 1. */
struct stats stats_of(double *sample, size_t count);

/* Does the same for samples in the order of time, where neighbours are alike: caches, other
 * programs and the distance of cores change slowly, so many samples tell little more than some. The
 * interval comes from medians of batches (see stats.c). `step` is the step of the clock in
 * seconds. */
struct stats stats_of_series(double *sample, size_t count, double step);

/* Computes the statistics of 2 to STATS_LAUNCHES launches from those of each launch. The median and
 * the interval are of the launches' medians; min is the least, p99 the largest of a launch, and
 * samples counts all samples. */
struct stats stats_of_launches(const struct stats *launch, size_t count, double step);

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
