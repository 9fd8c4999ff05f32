/* Time counts only while every node waits: what is slow is waited for, and a deadlock is found. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <time.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "tests/guests.h"
#include "tests/topology_help.h"

enum {
	NODES = 4
};

static const double timeout = 0.05;

static void rest(double seconds)
{
	nanosleep(&(struct timespec){ .tv_sec = (time_t)seconds,
			  .tv_nsec = (long)((seconds - (double)(time_t)seconds) * 1e9) },
		NULL);
}

/* ---- What is slow is waited for ---- */

static int computes(struct grove_node *me, void *unused)
{
	TRY(grove_barrier(me));
	if (grove_node_number(me) == 2)
		rest(3 * timeout);
	return grove_barrier(me);
}

static int computes_before_a_message(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), word = 7;

	if (v == 1)
		rest(3 * timeout);
	if (v == 1)
		return grove_send(me, &word, sizeof word, 0, 0);
	return v ? 0 : grove_recv(me, &word, sizeof word, GROVE_ANY, 0, NULL);
}

static void sum_slowly(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	const int *a = left, *b = right;
	int *to = result;

	(void)type, (void)context;
	rest(3 * timeout);
	for (size_t i = 0; i < count; i++)
		to[i] = a[i] + b[i];
}

static const struct grove_fold slow_sum = { sum_slowly, NULL, "slow sum" };

static int folds(struct grove_node *me, void *unused)
{
	int in = 1, out;

	TRY(grove_reduce(me, &in, &out, 1, GROVE_I32, &slow_sum, 0));
	return grove_barrier(me);
}

/* Nodes 0 and 1 are at work in their own sub-team, by messages and a body, while 2 and 3 wait in
 * the team. */
static int works_in_a_sub_team(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me);
	struct grove_node *sub;

	TRY(grove_split(me, v / 2, v, NULL, &sub));
	if (v == 0)
		rest(3 * timeout);
	if (v < 2)
		TRY(grove_barrier(sub));
	return grove_barrier(me);
}

static grove_body *const slow[] = { computes, computes_before_a_message, folds,
	works_in_a_sub_team };

static void waits_for_what_is_slow(double seconds)
{
	static const char *const waits[] = { NULL, "park", "yield" };

	for (int threads = 1; threads <= NODES; threads += threads)
		for (int i = 0; i < COUNT(slow); i++) {
			AUTO(grove_team) team = OPEN_TEAM(.network = "gh:4", .threads = threads,
				.wait = waits[i % 3], .timeout = seconds);

			if (grove_team_run(team, slow[i], NULL))
				fail_msg("%d on %d threads: %s", i, threads, grove_why());
		}
}

TEST("what is slow is waited for")
{
	waits_for_what_is_slow(timeout);
	waits_for_what_is_slow(timeout / 1000);
}

TEST("callers threads are waited for")
{
	for (int i = 0; i < COUNT(slow); i++) {
		AUTO(grove_team)
		team = OPEN_TEAM(.network = "gh:4", .threads = GROVE_CALLER, .timeout = timeout);

		assert_int_equal(run_guests(team, slow[i], NULL, true), 0);
	}
}

/* ---- A deadlock is found ---- */

static int in_a_circle(struct grove_node *me, void *unused)
{
	int word, v = grove_node_number(me);

	if (v == 3)
		rest(2 * timeout); /* this time does not count */
	return grove_recv(me, &word, sizeof word, (v + 1) % NODES, 0, NULL);
}

TEST("a deadlock is found after the timeout")
{
	for (int threads = 1; threads <= NODES; threads += threads) {
		AUTO(grove_team) team =
			OPEN_TEAM(.network = "gh:4", .threads = threads, .timeout = timeout);
		double begun = monotonic_seconds();

		assert_int_equal(grove_team_run(team, in_a_circle, NULL), -ETIMEDOUT);
		assert_true(monotonic_seconds() - begun >= 3 * timeout);
	}
}

static int in_a_circle_with_a_barrier(struct grove_node *me, void *unused)
{
	int word;

	return grove_node_number(me) ? grove_barrier(me)
				     : grove_recv(me, &word, sizeof word, 1, 0, NULL);
}

/* A timeout that is shorter than the time in which all threads have had a core. */
TEST("a deadline of less than a look holds")
{
	static const struct grove_team_options options[] = {
		{ .network = "gh:2", .threads = 2, .timeout = 1e-6 },
		{ .network = "cube:3", .threads = 8, .timeout = 1e-4 },
		{ .network = "cube:6", .threads = 64, .wait = "yield", .timeout = 1e-5 },
		{ .network = "cube:8", .threads = 256, .wait = "park", .timeout = 0.02 },
		{ .network = "cube:4", .threads = 1, .timeout = 1e-9 },
	};

	for (int i = 0; i < COUNT(options); i++) {
		AUTO(grove_team) team = team_of_options(&options[i]);

		alarm(60);
		assert_int_equal(
			grove_team_run(team, in_a_circle_with_a_barrier, NULL), -ETIMEDOUT);
	}
	alarm(0);
}

static int calls_a_barrier(struct grove_node *me, void *unused)
{
	return grove_barrier(me);
}

/* By a thread that has another node as well. */
static int calls_as_one_of_two(struct grove_node *me, void *unused)
{
	struct grove_node *other;
	int error;

	TRY(grove_attach(grove_node_team(me), grove_node_number(me) + 1, &other));
	error = grove_barrier(me);
	grove_detach(other);
	return error;
}

/* Some node is missing, or the node of a thread that waits as another node. */
TEST("a missing thread is found")
{
	grove_body *const last[] = { calls_a_barrier, calls_as_one_of_two };

	for (int k = 0; k < 2; k++) {
		AUTO(grove_team)
		team = OPEN_TEAM(.network = "gh:4", .threads = GROVE_CALLER, .timeout = timeout);
		struct guest guest[] = { { team, calls_a_barrier, NULL, 0 },
			{ team, calls_a_barrier, NULL, 1 }, { team, last[k], NULL, 2 } };

		guests_start(guest, 3);
		guests_join(guest, 3);
		for (int i = 0; i < 3; i++)
			assert_int_equal(guest[i].error, -ETIMEDOUT);
	}
}

/* ---- No timeout ---- */

TEST("infinity is a timeout")
{
	struct grove_team *none;
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:4", .timeout = INFINITY);

	assert_int_equal(grove_team_run(team, computes, NULL), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(
			grove_team_open(&none, &(struct grove_team_options){ .network = "gh:4",
						       .timeout = i ? NAN : -INFINITY }),
			-EINVAL);
}
