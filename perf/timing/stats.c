/* Computes medians and order statistics, and intervals of independent and of correlated samples. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include "base/arith.h"
#include "perf/timing/stats.h"

/* Each sample is below the true median with probability 1/2, so the number of samples below it is
 * Binomial(n, 1/2), and the median lies outside of [x_low, x_(n-1-low)] with probability
 * 2 P(B <= low). Hahn & Meeker 1991, section 5.2. */

/* Returns P(Binomial(n, 1/2) = k), by logarithms, because 2^-n soon underflows a double. */
static double binomial_probability(size_t n, size_t k)
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

	while (low < count && (below += binomial_probability(count, low)) <= 0.025)
		low++;
	return low ? low - 1 : 0;
}

static double middle(const double *sorted, size_t count)
{
	return count % 2 ? sorted[count / 2] : (sorted[count / 2 - 1] + sorted[count / 2]) / 2;
}

double stats_median(double *sample, size_t count)
{
	qsort(sample, count, sizeof *sample, compare_doubles);
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

/* ---- Samples in the order of time ---- */

/* The samples are cut into batches, and the medians of the batches, as logarithms, are the values
 * of a Student interval (batch means: Law 2015, Simulation Modeling and Analysis, section 9.5; the
 * same for launches: Georges, Buytaert & Eeckhout 2007, and Hoefler & Belli 2015). Batches that are
 * still alike count as fewer values: with the correlation r of neighbours, for (1 - r) / (1 + r) of
 * their number (Tafazzoli & Wilson 2011). */

enum {
	BATCHES = 20,
	BATCHES_CORRELATED = 6, /* fewer batches tell no correlation */
	BATCH = 4,		/* samples, at least, so that an outlier is not a batch's median */
	ENOUGH = 12		/* samples: the median of all may well lie outside of fewer */
};

static const double MOST_CORRELATED = 0.9;

/* Returns the 97.5 % quantile of Student's distribution; 1 <= freedom < BATCHES. */
static double student(size_t freedom)
{
	static const double quantile[BATCHES] = { INFINITY, 12.706, 4.303, 3.182, 2.776, 2.571,
		2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110,
		2.101, 2.093 };

	return quantile[freedom];
}

/* Returns the number of independent values that count[value] are worth. The second line removes
 * the bias of a short series (Marriott & Pope 1954). */
static double independent(const double *value, size_t count, double mean, double squares)
{
	double n = (double)count, products = 0, r;

	if (count < BATCHES_CORRELATED || !(squares > 0))
		return n;
	for (size_t i = 1; i < count; i++)
		products += (value[i] - mean) * (value[i - 1] - mean);
	r = (products / squares * n + 1) / (n - 4);
	r = fmin(fmax(r, 0), MOST_CORRELATED);
	return n * (1 - r) / (1 + r);
}

static double mean_of(const double *value, size_t count)
{
	double mean = 0;

	for (size_t i = 0; i < count; i++)
		mean += value[i] / (double)count;
	return mean;
}

/* Returns half of the width of the 95 % interval of the mean of 2 to BATCHES values. */
static double half_width(const double *value, size_t count, double mean)
{
	double squares = 0, worth, freedom;

	for (size_t i = 0; i < count; i++)
		squares += (value[i] - mean) * (value[i] - mean);
	worth = independent(value, count, mean, squares);
	freedom = fmax(round(worth - 1), count > 2 ? 2 : 1);
	return student((size_t)freedom) * sqrt(squares / (double)(count - 1) / worth);
}

/* Stores the logarithms of the medians of `batches` batches. Returns false if a median is 0. */
static bool batch_medians(double *value, size_t batches, double *sample, size_t count)
{
	for (size_t i = 0; i < batches; i++) {
		size_t from = i * count / batches, to = (i + 1) * count / batches;

		value[i] = log(stats_median(sample + from, to - from));
		if (!isfinite(value[i]))
			return false;
	}
	return true;
}

/* Computes the statistics of sample[count], in the order of time, with an interval by `batches`
 * batches, and sorts the samples. The interval reaches from the median of all and from the mean of
 * the batches to each side, with ENOUGH samples no further than the least and the greatest, and
 * then further by a step of the clock. */
static struct stats stats_of_batches(double *sample, size_t count, size_t batches, double step)
{
	double value[BATCHES], mean, width;
	bool known = batches > 1 && batch_medians(value, batches, sample, count);
	struct stats stats = stats_of(sample, count);

	if (known) {
		mean = mean_of(value, batches);
		width = half_width(value, batches, mean);
		stats.ci_low = fmin(stats.median, exp(mean)) * exp(-width);
		stats.ci_high = fmax(stats.median, exp(mean)) * exp(width);
	}
	if (count >= ENOUGH) {
		stats.ci_low = fmax(stats.ci_low, sample[0]);
		stats.ci_high = fmin(stats.ci_high, sample[count - 1]);
	}
	stats.ci_low = fmax(stats.ci_low - step, 0);
	stats.ci_high += step;
	return stats;
}

static size_t between(size_t least, size_t value, size_t most)
{
	return value < least ? least : value > most ? most : value;
}

struct stats stats_of_series(double *sample, size_t count, double step)
{
	size_t batches = between(BATCHES_CORRELATED, count / BATCH, BATCHES);

	return stats_of_batches(sample, count, count < batches ? count : batches, step);
}

struct stats stats_of_launches(const struct stats *launch, size_t count, double step)
{
	double median[STATS_LAUNCHES];
	struct stats all;

	for (size_t i = 0; i < count; i++)
		median[i] = launch[i].median;
	all = stats_of_batches(median, count, count < BATCHES ? count : BATCHES, step);
	all.samples = 0;
	for (size_t i = 0; i < count; i++) {
		all.min = fmin(all.min, launch[i].min);
		all.p99 = fmax(all.p99, launch[i].p99);
		all.samples += launch[i].samples;
	}
	return all;
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
