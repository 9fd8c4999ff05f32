/* Intervals: medians and ranks that can be found in tables, and how often an interval covers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <cmocka.h>
#include "apps/figure_text.h"
#include "apps/interval.h"

/* The samples 0, 1, 2 ... count - 1, the largest first. */
static struct interval of_ranks(size_t count)
{
	double sample[1000];

	for (size_t i = 0; i < count; i++)
		sample[i] = (double)(count - 1 - i);
	return interval_of(sample, count);
}

/* Ranks of the 95 % interval as in tables of order statistics (counted there from 1). */
static void ranks_are_those_of_the_tables(void **state)
{
	static const struct {
		size_t count;
		double low, high;
	} table[] = { { 6, 1, 6 }, { 8, 1, 8 }, { 9, 2, 8 }, { 12, 3, 10 }, { 20, 6, 15 },
		{ 50, 18, 33 }, { 100, 40, 61 } };

	(void)state;
	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
		struct interval interval = of_ranks(table[i].count);

		assert_true(interval.low + 1 == table[i].low);
		assert_true(interval.high + 1 == table[i].high);
		assert_true(interval.median == (double)(table[i].count - 1) / 2);
		assert_int_equal(interval.count, table[i].count);
	}
}

static void few_samples_have_no_interval(void **state)
{
	(void)state;
	assert_true(isnan(of_ranks(0).median));
	assert_true(of_ranks(5).median == 2);
	assert_true(isnan(of_ranks(5).low) && isnan(of_ranks(5).high));
	assert_true(interval_once(3).median == 3 && isnan(interval_once(3).low));
	assert_true(isnan(interval_share(&(struct interval){ 1, NAN, NAN, 3 })));
	assert_true(interval_share(&(struct interval){ 2, 1, 3, 9 }) == 0.5);
}

/* Of uniform samples the median is 1/2. At least 95 of 100 intervals hold it, and not all. */
static void intervals_cover_the_median(void **state)
{
	enum {
		TRIALS = 4000
	};
	double sample[25];
	uint32_t random = 1;
	int covers = 0;

	(void)state;
	for (int trial = 0; trial < TRIALS; trial++) {
		struct interval interval;

		for (int i = 0; i < 25; i++) {
			random = random * 1664525u + 1013904223u;
			sample[i] = (double)random / UINT32_MAX;
		}
		interval = interval_of(sample, 25);
		covers += interval.low <= 0.5 && interval.high >= 0.5;
	}
	assert_in_range(covers, TRIALS * 945 / 1000, TRIALS * 975 / 1000);
}

/* A width beyond the median is not told in digits, which would break the table's columns. */
static void spreads_are_short(void **state)
{
	char text[FIGURE_TEXT];

	(void)state;
	assert_string_equal(figure_spread(text, 0.031), "+-3.1 %");
	assert_string_equal(figure_spread(text, 0.99), "+-99 %");
	assert_string_equal(figure_spread(text, 45.43), ">99 %");
	assert_string_equal(figure_spread(text, NAN), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ranks_are_those_of_the_tables),
		cmocka_unit_test(few_samples_have_no_interval),
		cmocka_unit_test(intervals_cover_the_median),
		cmocka_unit_test(spreads_are_short),
	};

	return cmocka_run_group_tests_name("interval", tests, NULL, NULL);
}
