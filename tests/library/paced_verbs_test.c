/* The pace of the library's verbs, on threads and the real clock. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "base/monotonic.h"
#include "tests/teams.h"
#include "grove_measure.h"

TEST("paces that are none are refused")
{
	static const struct grove_pace wrong[] = { { -1, 0 }, { 0, -1 }, { NAN, 0 }, { 1e9, 0 } };
	AUTO(grove_team) team = NULL;
	struct grove_pace pace;
	double share;

	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
		assert_int_equal(
			grove_team_open(&team, &(struct grove_team_options){ .network = "cube:1",
						       .pace = &wrong[i] }),
			-EINVAL);
	assert_int_equal(grove_machine(&pace, "sundial"), -EINVAL);
	assert_int_equal(grove_machine(&pace, "ipsc"), 0);
	assert_true(pace.beta == 8e-3 && pace.tau == 8e-7);
	team = OPEN_TEAM(.network = "cube:1");
	assert_int_equal(grove_team_lateness(team, &share), -EINVAL);
}

struct sum {
	double seconds[4]; /* of each node */
};

/* Barriers, so that all begin at the same time; then a sum. */
static int sum_body(struct grove_node *me, void *argument)
{
	struct sum *sum = argument;
	int v = grove_node_number(me), mine = v + 1, all = 0, error = grove_barrier(me);
	double begin = monotonic_seconds();

	if (!error)
		error = grove_allreduce(me, &mine, &all, 1, GROVE_I32, GROVE_SUM);
	sum->seconds[v] = monotonic_seconds() - begin;
	return error ? error : all == 10 ? 0 : -EIO;
}

/* The best of a few tries: others may hold the threads up, but nothing makes them early. */
TEST("verbs keep the pace")
{
	const struct grove_pace pace = { 10e-3, 1e-6 };
	double best = INFINITY, share, peak;
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:2", .pace = &pace);

	assert_int_equal(grove_link_peak(team, &peak), 0);
	assert_true(fabs(peak - 1e6) < 1);
	for (int try = 0; try < 10 && best > 22e-3; try++) {
		struct sum sum = { { 0 } };

		MUST(grove_team_run(team, sum_body, &sum));
		for (int v = 0; v < 4; v++)
			assert_true(sum.seconds[v] >= 10e-3);
		best = fmin(best, sum.seconds[0]);
	}
	/* Two exchanges of 4 bytes; the barrier may have ended a little later than at its end. */
	assert_true(best > 19.9e-3 && best < 22e-3);
	assert_int_equal(grove_team_lateness(team, &share), 0);
	assert_true(share >= 0 && share < 1);
	assert_int_equal(grove_team_lateness(team, &share), 0);
	assert_true(share == 0);
}

TEST("predictions are the simulators")
{
	const struct grove_pace pace = { 8, 1 };
	double time;
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:3", .pace = &pace);
	AUTO(grove_plan) plan = PLAN_OF("cube:3", .collective = "broadcast", .algorithm = "sbt",
		.packet = 25, .pace = &pace);

	assert_int_equal(grove_predict(team, plan, 100, &time), 0);
	assert_true(time == (4 + 3 - 1) * (8 + 25));
}
