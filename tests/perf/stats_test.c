/* Tests of the statistics: intervals from tables and by counting, order statistics, means. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
#include "perf/timing/stats.h"

/* Ranks from the table of Conover, Practical Nonparametric Statistics, A3, counted from 1. */
TEST("intervals are those of the table")
{
	static const struct {
		size_t samples, rank;
	} table[] = { { 6, 1 }, { 8, 1 }, { 9, 2 }, { 11, 2 }, { 12, 3 }, { 20, 6 }, { 25, 8 },
		{ 50, 18 }, { 100, 40 }, { 1000, 469 } };

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		assert_int_equal(stats_interval(table[i].samples) + 1, table[i].rank);
}

/* By Pascal's triangle, in whole numbers: the tail fits, and one more would not. */
TEST("intervals are exact")
{
	for (size_t n = STATS_FEWEST; n <= 60; n++) {
		uint64_t ways = 1, below = 0;
		size_t low = stats_interval(n), k;

		for (k = 0; k <= low; k++) {
			below += ways;
			ways = (uint64_t)((unsigned __int128)ways * (n - k) / (k + 1));
		}
		assert_true(below <= ((uint64_t)1 << n) / 40);
		assert_true(below + ways > ((uint64_t)1 << n) / 40);
	}
}

TEST("few samples give all of them")
{
	for (size_t n = 1; n < STATS_FEWEST; n++)
		assert_int_equal(stats_interval(n), 0);
}

TEST("large numbers of samples work")
{
	double n = 1e5, low = (double)stats_interval(100000);

	assert_true(fabs(low - (n / 2 - 1.96 * sqrt(n) / 2)) < 2);
}

TEST("order statistics of known samples")
{
	double sample[101];
	struct stats s;

	for (int i = 0; i < 100; i++)
		sample[i] = (double)((i * 37 + 11) % 100 + 1); /* 1 ... 100, shuffled */
	s = stats_of(sample, 100);
	assert_true(s.median == 50.5 && s.min == 1 && s.p99 == 99 && s.samples == 100);
	assert_true(s.ci_low == 40 && s.ci_high == 61);
	for (int i = 0; i < 101; i++)
		sample[i] = (double)(100 - i);
	s = stats_of(sample, 101);
	assert_true(s.median == 50 && s.min == 0 && s.p99 == 99 && s.ci_low == 40);
}

TEST("one sample is everything")
{
	double sample[] = { 7 };
	struct stats s = stats_of(sample, 1);

	assert_true(s.median == 7 && s.min == 7 && s.p99 == 7 && s.ci_low == 7 && s.ci_high == 7);
}

TEST("an outlier moves nothing but the end")
{
	double sample[] = { 3, 1, 2, 5, 4, 1e9, 6 };
	struct stats s = stats_of(sample, 7);

	assert_true(s.median == 4 && s.min == 1 && s.p99 == 1e9);
}

/* 2000 times, the interval of 31 uniform samples holds their true median: 95 % or a bit more. */
TEST("the interval holds the median as often as it says")
{
	uint64_t random = 1;
	int held = 0;

	for (int k = 0; k < 2000; k++) {
		double sample[31];
		struct stats s;

		for (int i = 0; i < 31; i++) {
			random = random * 6364136223846793005u + 1442695040888963407u;
			sample[i] = (double)(random >> 11) * 0x1p-53;
		}
		s = stats_of(sample, 31);
		held += s.ci_low <= 0.5 && 0.5 <= s.ci_high;
	}
	assert_in_range(held, 1900, 1990);
}

/* ---- Samples in the order of time ---- */

static uint64_t seed;

static double uniform(void)
{
	seed = seed * 6364136223846793005u + 1442695040888963407u;
	return ((double)(seed >> 11) + 0.5) * 0x1p-53;
}

static double normal(void)
{
	return sqrt(-2 * log(uniform())) * cos(2 * acos(-1) * uniform());
}

/* Fills sample[count] with times whose logarithms are alike over `memory` of the whole, with an
 * interruption in 50. */
static void make_series(double *sample, int count, double memory)
{
	double keep = memory > 0 ? exp(-1 / (memory * count)) : 0, x = normal();

	for (int i = 0; i < count; i++) {
		x = keep * x + sqrt(1 - keep * keep) * normal();
		sample[i] = 1e-6 * exp(0.1 * x) * (uniform() < 0.02 ? 5 : 1);
	}
}

/* Of 2 % of all samples none lies below the median, so the median is the 0.5 / 0.98 quantile of the
 * others: 0.02558 standard deviations above their middle. */
static const double TRUTH = 1e-6 * 1.002561;

/* Returns how many of 1000 intervals hold the median. */
static int coverage(int count, double memory, bool in_order)
{
	static double sample[2000];
	int held = 0;

	seed = 7;
	for (int k = 0; k < 1000; k++) {
		struct stats s;

		make_series(sample, count, memory);
		s = in_order ? stats_of_series(sample, (size_t)count, 0)
			     : stats_of(sample, (size_t)count);
		held += s.ci_low <= TRUTH && TRUTH <= s.ci_high;
	}
	return held;
}

/* 950 in 1000 are promised, and three standard deviations of such a count are 21. */
TEST("intervals of correlated samples hold the median")
{
	static const int counts[] = { 6, 12, 30, 100, 400, 2000 };
	static const double memories[] = { 0, 0.002, 0.01, 0.03, 0.1 };

	for (size_t i = 0; i < 6; i++)
		for (size_t k = 0; k < 5; k++) {
			int held = coverage(counts[i], memories[k], true);

			if (held < 950 - 21)
				fail_msg("%d samples, memory %g: %d of 1000", counts[i],
					memories[k], held);
		}
	assert_true(coverage(2000, 0.1, false) < 500); /* order statistics alone do not */
}

TEST("intervals of samples without memory stay narrow")
{
	static double sample[2000];
	struct stats s;

	seed = 3;
	make_series(sample, 2000, 0);
	s = stats_of_series(sample, 2000, 0);
	assert_true(s.ci_high / s.ci_low < 1.05);
	assert_true(s.ci_low < s.median && s.median < s.ci_high);
}

/* Batches that differ much, as of two ways of working, have a wide interval. */
TEST("the interval of many samples ends within the samples")
{
	double sample[24], few[3] = { 1, 1, 8 };
	struct stats s, launch[12], all;

	for (int i = 0; i < 24; i++)
		sample[i] = i < 8 ? 8 : 30;
	s = stats_of_series(sample, 24, 0.5);
	assert_true(s.ci_low == 7.5 && s.ci_high == 30.5);
	for (int i = 0; i < 12; i++)
		launch[i] = (struct stats){ .median = i < 4 ? 8 : 30, .min = 8, .p99 = 30 };
	all = stats_of_launches(launch, 12, 0);
	assert_true(all.ci_low == 8 && all.ci_high == 30);
	s = stats_of_series(few, 3, 0);
	assert_true(s.ci_low < 1 && s.ci_high > 8); /* three tell too little */
}

/* A clock that counts in steps shows all operations alike. */
TEST("the step of the clock is in the interval")
{
	double sample[100], none[3] = { 0 };
	struct stats s;

	for (int i = 0; i < 100; i++)
		sample[i] = 2e-7;
	s = stats_of_series(sample, 100, 1e-8);
	assert_true(fabs(s.ci_low - 1.9e-7) < 1e-12 && fabs(s.ci_high - 2.1e-7) < 1e-12);
	s = stats_of_series(none, 3, 1e-8);
	assert_true(s.median == 0 && s.ci_low == 0 && s.ci_high == 1e-8);
}

/* Launches that differ by a tenth, each with 1000 operations that are all alike. */
TEST("intervals over launches hold the median")
{
	for (size_t launches = 2; launches <= 40; launches += launches < 6 ? 1 : 17) {
		int held = 0;

		seed = 11;
		for (int k = 0; k < 1000; k++) {
			struct stats launch[40], all;

			for (size_t i = 0; i < launches; i++) {
				double median = 1e-6 * exp(0.1 * normal());

				launch[i] = (struct stats){ median, median, median, median, median,
					1000 };
			}
			all = stats_of_launches(launch, launches, 0);
			held += all.ci_low <= 1e-6 && 1e-6 <= all.ci_high;
			assert_int_equal(all.samples, 1000 * launches);
			assert_true(all.min <= all.median && all.median <= all.p99);
		}
		if (held < 950 - 21)
			fail_msg("%zu launches: %d of 1000", launches, held);
	}
}

TEST("geometric means are exact, and of zeros are not a number")
{
	double value[] = { 1, 4, 16 }, zero[] = { 1, 0 };

	assert_true(fabs(stats_geometric_mean(value, 3) - 4) < 1e-12);
	assert_true(isnan(stats_geometric_mean(zero, 2)));
	assert_true(isnan(stats_geometric_mean(value, 0)));
}
