/* Tests that a clock which is slow at the start makes no later time too short. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "perf/timing/clock.h"
#include "perf/timing/synchronised_start.h"

static double now, reading = 400e-9;

/* A clock each of whose readings takes `reading` seconds. */
static double slow_clock(void)
{
	return now += reading;
}

static bool about(double seconds, double expected)
{
	return seconds > expected - 1e-11 && seconds < expected + 1e-11;
}

TEST("the least cost of a reading so far is subtracted")
{
	struct stamp stamp = { 0, 200000 }; /* 200 ns, in picoseconds */

	clock_simulate(slow_clock);
	assert_true(about(clock_cost(), 400e-9));
	assert_true(stamp_seconds(&stamp, 1, 1) == 0);
	reading = 30e-9;
	assert_true(about(stamp_seconds(&stamp, 1, 1), 170e-9));
	reading = 400e-9;
	assert_true(about(stamp_seconds(&stamp, 1, 1), 170e-9));
	assert_true(about(clock_cost(), 30e-9));
}
