/* Tests of joining launches: the interval over launches, the row in the middle, failures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tests/test.h"
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

TEST("the interval is over launches")
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

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

TEST("of an even number the rate belongs to the median")
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	make_rows(row, at);
	all = launches_join(launch, at, 4); /* 1, 3, 4, 5 us */
	assert_true(fabs(all.time.median - 3.5e-6) < 1e-15 && all.run.peak_Bps == 3e-6);
	assert_true(fabs(all.run.link_Bps * all.time.median - 8) < 1e-9);
}

TEST("flags of any launch stay")
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	make_rows(row, at);
	row[1].run.flags = FLAG_SHARED | FLAG_FEW_SAMPLES;
	all = launches_join(launch, at, LAUNCHES);
	assert_true(all.run.flags & FLAG_SHARED);
	assert_false(all.run.flags & FLAG_FEW_SAMPLES); /* together there are enough */
}

TEST("a launch that failed is the result")
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	make_rows(row, at);
	row[3].run.check = CHECK_FAIL;
	all = launches_join(launch, at, LAUNCHES);
	assert_int_equal(all.run.check, CHECK_FAIL);
	row[3].error = -ETIMEDOUT;
	all = launches_join(launch, at, LAUNCHES);
	assert_int_equal(all.error, -ETIMEDOUT);
}

TEST("one launch stays as it is")
{
	struct bench_result row[LAUNCHES], all;
	const struct bench_result *at[LAUNCHES];
	struct stats launch[LAUNCHES];

	make_rows(row, at);
	all = launches_join(launch, at, 1);
	assert_int_equal(all.launches, 1);
	assert_true(all.time.ci_low == 4e-6 && all.time.ci_high == 4e-6);
}
