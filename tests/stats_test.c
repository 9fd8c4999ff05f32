/* Tests of the statistics: intervals from tables and by counting, order statistics, means. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "perf/stats.h"

/* Ranks from the table of Conover, Practical Nonparametric Statistics, A3, counted from 1. */
static void intervals_are_those_of_the_table(void **state)
{
	static const struct {
		size_t samples, rank;
	} table[] = { { 6, 1 }, { 8, 1 }, { 9, 2 }, { 11, 2 }, { 12, 3 }, { 20, 6 }, { 25, 8 },
		{ 50, 18 }, { 100, 40 }, { 1000, 469 } };

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		assert_int_equal(stats_interval(table[i].samples) + 1, table[i].rank);
}

/* By Pascal's triangle, in whole numbers: the tail fits, and one more would not. */
static void intervals_are_exact(void **state)
{
	(void)state;
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

static void few_samples_give_all_of_them(void **state)
{
	(void)state;
	for (size_t n = 1; n < STATS_FEWEST; n++)
		assert_int_equal(stats_interval(n), 0);
}

static void large_numbers_of_samples_work(void **state)
{
	double n = 1e5, low = (double)stats_interval(100000);

	(void)state;
	assert_true(fabs(low - (n / 2 - 1.96 * sqrt(n) / 2)) < 2);
}

static void order_statistics_of_known_samples(void **state)
{
	double sample[101];
	struct stats s;

	(void)state;
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

static void one_sample_is_everything(void **state)
{
	double sample[] = { 7 };
	struct stats s = stats_of(sample, 1);

	(void)state;
	assert_true(s.median == 7 && s.min == 7 && s.p99 == 7 && s.ci_low == 7 && s.ci_high == 7);
}

static void an_outlier_moves_nothing_but_the_end(void **state)
{
	double sample[] = { 3, 1, 2, 5, 4, 1e9, 6 };
	struct stats s = stats_of(sample, 7);

	(void)state;
	assert_true(s.median == 4 && s.min == 1 && s.p99 == 1e9);
}

/* 2000 times, the interval of 31 uniform samples holds their true median: 95 % or a bit more. */
static void the_interval_holds_the_median_as_often_as_it_says(void **state)
{
	uint64_t random = 1;
	int held = 0;

	(void)state;
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

static void geometric_means(void **state)
{
	double value[] = { 1, 4, 16 }, zero[] = { 1, 0 };

	(void)state;
	assert_true(fabs(stats_geometric_mean(value, 3) - 4) < 1e-12);
	assert_true(isnan(stats_geometric_mean(zero, 2)));
	assert_true(isnan(stats_geometric_mean(value, 0)));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(intervals_are_those_of_the_table),
		cmocka_unit_test(intervals_are_exact),
		cmocka_unit_test(few_samples_give_all_of_them),
		cmocka_unit_test(large_numbers_of_samples_work),
		cmocka_unit_test(order_statistics_of_known_samples),
		cmocka_unit_test(one_sample_is_everything),
		cmocka_unit_test(an_outlier_moves_nothing_but_the_end),
		cmocka_unit_test(the_interval_holds_the_median_as_often_as_it_says),
		cmocka_unit_test(geometric_means),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
