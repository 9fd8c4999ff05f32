/* Declares the median of repeated measurements and its interval. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_INTERVAL_H
#define APPS_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>

enum {
	INTERVAL_FEWEST = 6 /* samples: fewer give no 95 % interval */
};

/* The median, and the 95 % interval of the median by order statistics, for any distribution.
 * Without an interval low and high are NAN. */
struct interval {
	double median, low, high;
	size_t count; /* samples */
};

/* Sorts sample[count]. Without samples the median is NAN. */
struct interval interval_of(double *sample, size_t count);

/* Returns half the width of the interval as a share of the median, or NAN. */
double interval_share(const struct interval *interval);

/* Returns the interval of one measurement that was not repeated. */
struct interval interval_once(double sample);

#endif
