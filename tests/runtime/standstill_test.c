/* Time counts only while every node waits: what is slow is waited for, and a deadlock is found. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include "tests/teams.h"
#include "tests/topology_help.h"
#include "perf/timing/clock.h"

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

static struct grove_team *open_team(struct grove_team_options options)
{
	struct grove_team *team;

	options.network = options.network ? options.network : "gh:4";
	MUST(grove_team_open(&team, &options));
	return team;
}

/* ---- What is slow is waited for ---- */

static int computes(struct grove_node *me, void *unused)
{
	int error = grove_barrier(me);

	if (grove_node_number(me) == 2)
		rest(3 * timeout);
	return error ? error : grove_barrier(me);
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
	int error = grove_reduce(me, &in, &out, 1, GROVE_I32, &slow_sum, 0);

	return error ? error : grove_barrier(me);
}

/* Nodes 0 and 1 are at work in their own sub-team, by messages and a body, while 2 and 3 wait in
 * the team. */
static int works_in_a_sub_team(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), error;
	struct grove_node *sub;

	error = grove_split(me, v / 2, v, NULL, &sub);
	if (!error && v == 0)
		rest(3 * timeout);
	if (!error && v < 2)
		error = grove_barrier(sub);
	return error ? error : grove_barrier(me);
}

static grove_body *const slow[] = { computes, computes_before_a_message, folds,
	works_in_a_sub_team };

static void waits_for_what_is_slow(double seconds)
{
	static const char *const waits[] = { NULL, "park", "yield" };

	for (int threads = 1; threads <= NODES; threads += threads)
		for (int i = 0; i < COUNT(slow); i++) {
			AUTO(grove_team)
			team = open_team((struct grove_team_options){
				.threads = threads, .wait = waits[i % 3], .timeout = seconds });

			if (grove_team_run(team, slow[i], NULL))
				fail_msg("%d on %d threads: %s", i, threads, grove_why());
		}
}

TEST("what is slow is waited for")
{
	waits_for_what_is_slow(timeout);
	waits_for_what_is_slow(timeout / 1000);
}

struct guest {
	struct grove_team *team;
	grove_body *body;
	int node, nodes, error;
};

/* A guest may be several nodes; a call is then by one of them. */
static void *guest_main(void *argument)
{
	struct guest *guest = argument;
	struct grove_node *me, *other = NULL;

	guest->error = grove_attach(guest->team, guest->node, &me);
	if (!guest->error && guest->nodes > 1)
		guest->error = grove_attach(guest->team, guest->node + 1, &other);
	if (!guest->error)
		guest->error = guest->body(me, NULL);
	if (other)
		grove_detach(other);
	grove_detach(me);
	return NULL;
}

static void run_guests(struct guest guest[NODES], int guests)
{
	pthread_t thread[NODES];

	for (int i = 0; i < guests; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, guest_main, &guest[i]), 0);
	for (int i = 0; i < guests; i++)
		assert_int_equal(pthread_join(thread[i], NULL), 0);
}

TEST("callers threads are waited for")
{
	for (int i = 0; i < COUNT(slow); i++) {
		AUTO(grove_team)
		team = open_team(
			(struct grove_team_options){ .threads = GROVE_CALLER, .timeout = timeout });
		struct guest guest[NODES];

		for (int v = 0; v < NODES; v++)
			guest[v] = (struct guest){ team, slow[i], v, 1, 0 };
		run_guests(guest, NODES);
		for (int v = 0; v < NODES; v++)
			assert_int_equal(guest[v].error, 0);
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
		AUTO(grove_team)
		team = open_team(
			(struct grove_team_options){ .threads = threads, .timeout = timeout });
		double begun = clock_seconds();

		assert_int_equal(grove_team_run(team, in_a_circle, NULL), -ETIMEDOUT);
		assert_true(clock_seconds() - begun >= 3 * timeout);
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
		AUTO(grove_team) team = open_team(options[i]);

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

/* Some node is missing, or the node of a thread that waits as another node. */
TEST("a missing thread is found")
{
	for (int nodes = 1; nodes <= 2; nodes++) {
		AUTO(grove_team)
		team = open_team(
			(struct grove_team_options){ .threads = GROVE_CALLER, .timeout = timeout });
		struct guest guest[NODES];

		for (int i = 0; i < NODES - 1; i++)
			guest[i] = (struct guest){ team, calls_a_barrier, i, 1, 0 };
		guest[NODES - 2].nodes = nodes;
		run_guests(guest, NODES - 1);
		for (int i = 0; i < NODES - 1; i++)
			assert_int_equal(guest[i].error, -ETIMEDOUT);
	}
}

/* ---- No timeout ---- */

TEST("infinity is a timeout")
{
	struct grove_team *team = open_team((struct grove_team_options){ .timeout = INFINITY });

	assert_int_equal(grove_team_run(team, computes, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
	assert_int_equal(grove_team_open(&team,
				 &(struct grove_team_options){ .network = "gh:4", .timeout = NAN }),
		-EINVAL);
	assert_int_equal(grove_team_open(&team, &(struct grove_team_options){ .network = "gh:4",
							.timeout = -INFINITY }),
		-EINVAL);
}
