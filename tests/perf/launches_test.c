/* Tests of joining launches: the interval over launches, the row in the middle, failures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "perf/launches.h"

enum {
	LAUNCHES = 5
};

/* Rows that took 1 to 5 us, out of order, for 8 bytes over a link. */
static void make_rows(struct bench_result row[LAUNCHES], const struct bench_result *at[LAUNCHES])
{
	static const double order[LAUNCHES] = { 4e-6, 1e-6, 3e-6, 5e-6, 2e-6 };

	for (int i = 0; i < LAUNCHES; i++) {
		double t = order[i];

		row[i] = (struct bench_result){
			.time = { t, t, t, t / 2, t * 2, 100 },
			.trip = { t / 10, t / 10, t / 10, t / 10, t / 10, 20 },
			.run = { .link_Bps = 8 / t, .peak_Bps = t, .check = CHECK_PASS },
		};
		at[i] = &row[i];
	}
}

static void the_interval_is_over_launches(void **state)
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	(void)state;
	make_rows(row, at);
	all = launches_join(launch, at, LAUNCHES);
	assert_int_equal(all.launches, LAUNCHES);
	assert_true(all.launch == launch && launch[0].median == 4e-6 && launch[4].median == 2e-6);
	assert_true(all.time.median == 3e-6 && all.time.samples == 500);
	assert_true(all.time.min == 0.5e-6 && all.time.p99 == 10e-6);
	assert_true(all.time.ci_low < 1.5e-6 && all.time.ci_high > 5e-6);
	assert_true(all.run.flags & FLAG_NOISY);
	assert_true(fabs(all.run.link_Bps * all.time.median - 8) < 1e-9);
	assert_true(all.run.peak_Bps == 3e-6); /* of the launch in the middle */
	assert_true(fabs(all.trip.median - 3e-7) < 1e-15 && all.trip.ci_high > 5e-7);
	row[2].trip.samples = 0;
	assert_int_equal(launches_join(launch, at, LAUNCHES).trip.samples, 0);
}

static void of_an_even_number_the_rate_belongs_to_the_median(void **state)
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	(void)state;
	make_rows(row, at);
	all = launches_join(launch, at, 4); /* 1, 3, 4, 5 us */
	assert_true(fabs(all.time.median - 3.5e-6) < 1e-15 && all.run.peak_Bps == 3e-6);
	assert_true(fabs(all.run.link_Bps * all.time.median - 8) < 1e-9);
}

static void flags_of_any_launch_stay(void **state)
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	(void)state;
	make_rows(row, at);
	row[1].run.flags = FLAG_SHARED | FLAG_FEW_SAMPLES;
	all = launches_join(launch, at, LAUNCHES);
	assert_true(all.run.flags & FLAG_SHARED);
	assert_false(all.run.flags & FLAG_FEW_SAMPLES); /* together there are enough */
}

static void a_launch_that_failed_is_the_result(void **state)
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	(void)state;
	make_rows(row, at);
	row[3].run.check = CHECK_FAIL;
	all = launches_join(launch, at, LAUNCHES);
	assert_int_equal(all.run.check, CHECK_FAIL);
	row[3].error = -ETIMEDOUT;
	all = launches_join(launch, at, LAUNCHES);
	assert_int_equal(all.error, -ETIMEDOUT);
}

static void one_launch_stays_as_it_is(void **state)
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	(void)state;
	make_rows(row, at);
	all = launches_join(launch, at, 1);
	assert_int_equal(all.launches, 1);
	assert_true(all.time.ci_low == 4e-6 && all.time.ci_high == 4e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_interval_is_over_launches),
		cmocka_unit_test(of_an_even_number_the_rate_belongs_to_the_median),
		cmocka_unit_test(flags_of_any_launch_stay),
		cmocka_unit_test(a_launch_that_failed_is_the_result),
		cmocka_unit_test(one_launch_stays_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
