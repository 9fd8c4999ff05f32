/* Primary threads: the thread that runs a team carries out the nodes of the team's thread 0. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
#include "tests/cancel_type.h"
#include "tests/teams.h"
#include "grove_measure.h"
#include "tests/runtime/ended_threads.h"
#include "tests/sanitized.h"
#include "tests/topology_help.h"

enum {
	NODES = 4,
	ROUNDS = SANITIZED ? 2 : 5
};

static const struct grove_pace slow = { 1e-5, 1e-10 };

static struct grove_team *open_team(
	const char *network, int threads, const struct grove_pace *pace, int helper)
{
	alarm(100);
	return OPEN_TEAM(.network = network, .threads = threads, .pace = pace, .helper = helper);
}

/* ---- Work ---- */

struct seen {
	pthread_t thread[NODES], caller;
	bool left[NODES], all_left; /* nodes that have come back from their call */
	int error;
};

static int notes_thread(struct grove_node *me, void *seen)
{
	((struct seen *)seen)->thread[grove_node_number(me)] = pthread_self();
	return 0;
}

static int sums(struct grove_node *me, void *seen)
{
	int v = grove_node_number(me), sum, error;

	notes_thread(me, seen);
	error = grove_allreduce(me, &v, &sum, 1, GROVE_I32, GROVE_SUM);
	if (!error && sum != NODES * (NODES - 1) / 2)
		error = -EIO;
	return error ? error : grove_barrier(me);
}

static void caller_has_its_nodes(const struct seen *seen, int threads)
{
	for (int v = 0; v < NODES; v++)
		assert_int_equal(
			!!pthread_equal(seen->thread[v], pthread_self()), v < NODES / threads);
}

static void plan_free(void *plan)
{
	grove_plan_free(plan);
}

static void executes(struct grove_team *team, const struct grove_fold *fold)
{
	int in[NODES] = { 1, 2, 3, 4 }, out[NODES];
	struct grove_buffers buffers[NODES];
	struct grove_plan *plan;
	int error;

	for (int v = 0; v < NODES; v++)
		buffers[v] = (struct grove_buffers){ &in[v], &out[v] };
	plan = PLAN_OF(
		"cube:2", .collective = "allreduce", .bytes = 4, .type = GROVE_I32, .fold = fold);
	pthread_cleanup_push(plan_free, plan);
	while ((error = grove_team_execute(team, plan, buffers, 4)) == -EBUSY)
		sched_yield();
	pthread_cleanup_pop(1);
	assert_int_equal(error, 0);
	for (int v = 0; v < NODES; v++)
		assert_int_equal(out[v], 10);
}

static void team_works(struct grove_team *team, int threads)
{
	struct seen seen = { 0 };

	assert_int_equal(grove_team_run(team, sums, &seen), 0);
	caller_has_its_nodes(&seen, threads);
	assert_int_equal(grove_team_phase(team, notes_thread, &seen), 0);
	caller_has_its_nodes(&seen, threads);
	executes(team, NULL);
}

TEST("the caller carries out thread 0")
{
	for (int paced = 0; paced < 2; paced++)
		for (int threads = 1; threads <= NODES; threads += threads) {
			AUTO(grove_team)
			team = open_team("cube:2", threads, paced ? &slow : NULL,
				!paced && threads == NODES);

			assert_int_equal(grove_team_pinned(team, 0), -1);
			for (int round = 0; round < ROUNDS; round++)
				team_works(team, threads);
		}
}

TEST("a team of callers threads has none")
{
	struct grove_team_options options = { .size = sizeof options,
		.network = "cube:2",
		.threads = GROVE_CALLER,
		.caller_waits = 1 };
	struct grove_team *team;

	REFUSES(grove_team_open(&team, &options), EINVAL, "caller_waits");
}

/* ---- Errors, and threads that end ---- */

static int nests(struct grove_node *me, void *seen)
{
	int error = grove_team_phase(grove_node_team(me), notes_thread, seen);

	return error == -EDEADLK ? 0 : -EIO;
}

static int fails_as_caller(struct grove_node *me, void *seen)
{
	return grove_node_number(me) ? sums(me, seen) : -EDOM;
}

TEST("errors of the caller are the teams")
{
	for (int threads = 1; threads <= NODES; threads += threads) {
		AUTO(grove_team) team = open_team("cube:2", threads, NULL, 0);
		struct seen seen = { 0 };

		assert_int_equal(grove_team_phase(team, nests, &seen), 0);
		assert_int_equal(grove_team_run(team, fails_as_caller, &seen), -EDOM);
		team_works(team, threads);
	}
}

static void all_have_left(void *argument)
{
	struct seen *seen = argument;
	int left = 0;

	for (int v = 1; v < NODES; v++)
		left += seen->left[v];
	seen->all_left = left == NODES - 1;
}

/* Node 0 ends its thread, which the others wait for. */
static int ends_as_caller(struct grove_node *me, void *argument)
{
	struct seen *seen = argument;
	int v = grove_node_number(me), error;

	if (v == 0)
		pthread_exit(NULL);
	error = grove_barrier(me);
	seen->left[v] = true;
	return error;
}

static void fold_ends(
	void *result, const void *left, const void *right, size_t count, int type, void *caller)
{
	memmove(result, left, count * 4);
	(void)right, (void)type;
	if (pthread_equal(*(pthread_t *)caller, pthread_self()))
		pthread_exit(NULL);
}

enum way {
	IN_BODY,
	IN_FOLD,
	WAYS
};

struct ending {
	struct grove_team *team;
	enum way way;
	struct seen seen;
};

static void *ending_main(void *argument)
{
	struct ending *ending = argument;
	pthread_t self = pthread_self();
	const struct grove_fold fold = { fold_ends, &self, "ends" };

	pthread_cleanup_push(all_have_left, &ending->seen);
	if (ending->way == IN_BODY)
		while (grove_team_run(ending->team, ends_as_caller, &ending->seen) == -EBUSY)
			sched_yield();
	else
		executes(ending->team, &fold);
	pthread_cleanup_pop(0);
	return &ending->seen; /* not reached */
}

/* The next holder comes as soon as the thread has been joined, and also before. */
static void caller_ends(struct grove_team *team, enum way way, int threads)
{
	struct ending ending = { .team = team, .way = way };
	struct seen seen;
	pthread_t thread;
	void *result;

	assert_int_equal(pthread_create(&thread, NULL, ending_main, &ending), 0);
	while (grove_team_phase(team, notes_thread, &seen) == -EBUSY)
		sched_yield();
	assert_int_equal(pthread_join(thread, &result), 0);
	assert_null(result);
	assert_true(way == IN_FOLD || threads < NODES || ending.seen.all_left);
	team_works(team, threads);
}

/* The thread sanitizer ends the process where a thread ends on another stack than its first. */
TEST("a caller that ends gives the team back")
{
	for (int threads = SANITIZED_THREAD ? NODES : 1; threads <= NODES; threads += threads) {
		AUTO(grove_team) team = open_team("cube:2", threads, NULL, 0);

		for (int round = 0; round < ROUNDS * WAYS; round++)
			caller_ends(team, (enum way)(round % WAYS), threads);
	}
}

static int ends_elsewhere(struct grove_node *me, void *unused)
{
	if (grove_node_number(me) == NODES - 1)
		pthread_exit(NULL);
	return grove_barrier(me);
}

TEST("another thread that ends is replaced")
{
	AUTO(grove_team) team = open_team("cube:2", NODES, NULL, 0);

	for (int round = 0; round < ROUNDS; round++) {
		assert_int_equal(grove_team_run(team, ends_elsewhere, NULL), -ECANCELED);
		team_works(team, NODES);
	}
}

/* ---- Cancellation, and the caller's cpu ---- */

static int cancels_caller(struct grove_node *me, void *argument)
{
	struct seen *seen = argument;

	if (grove_node_number(me) == 1)
		pthread_cancel(seen->caller);
	return sums(me, seen);
}

static void *cancelled_main(void *argument)
{
	struct ending *ending = argument;

	ending->seen.caller = pthread_self();
	ending->seen.error = grove_team_run(ending->team, cancels_caller, &ending->seen);
	pthread_testcancel();
	return &ending->seen;
}

TEST("a cancelled caller ends after the call")
{
	struct ending ending = { .team = open_team("cube:2", NODES, NULL, 0),
		.seen = { .error = -EIO } };
	pthread_t thread;
	void *result;

	assert_int_equal(pthread_create(&thread, NULL, cancelled_main, &ending), 0);
	assert_int_equal(pthread_join(thread, &result), 0);
	assert_ptr_equal(result, PTHREAD_CANCELED);
	assert_int_equal(ending.seen.error, 0);
	team_works(ending.team, NODES);
	assert_int_equal(grove_team_free(ending.team), 0);
}

static void move_to(int cpu)
{
	cpu_set_t one;

	CPU_ZERO(&one);
	CPU_SET(cpu, &one);
	assert_int_equal(sched_setaffinity(0, sizeof one, &one), 0);
}

static int nothing(struct grove_node *me, void *unused)
{
	(void)me, (void)unused;
	return 0;
}

TEST("another thread makes room for the caller")
{
	AUTO(grove_team) team = open_team("cube:1", 2, NULL, 0);
	int first = grove_team_pinned(team, 1), before;
	cpu_set_t usable;

	assert_int_equal(sched_getaffinity(0, sizeof usable, &usable), 0);
	for (int round = 0; round < ROUNDS && first >= 0 && CPU_COUNT(&usable) > 1; round++) {
		before = grove_team_pinned(team, 1);
		move_to(before);
		assert_int_equal(grove_team_phase(team, nothing, NULL), 0);
		assert_int_not_equal(grove_team_pinned(team, 1), before);
		assert_true(grove_team_pinned(team, 1) >= 0);
	}
	assert_int_equal(sched_setaffinity(0, sizeof usable, &usable), 0);
}
