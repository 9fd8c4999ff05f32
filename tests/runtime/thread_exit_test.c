/* A thread that ends inside an operation: the node that is named, and the order of cleanup
 * handlers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <time.h>
#include <unistd.h>
#include "tests/teams.h"
#include "grove_measure.h"

static _Thread_local struct grove_node *self;
static _Atomic int left; /* nodes that have come back from their call */
static bool others_were_first;

/* The thread of the node that folds last ends. */
static void exit_in_fold(
	void *result, const void *a, const void *b, size_t count, int type, void *context)
{
	pthread_exit(NULL);
}

static const struct grove_fold exiting = { exit_in_fold, NULL, "exiting" };

/* One thread serves all nodes, each in turn. Node 0 has sent its part, and has ended, when the root
 * folds. */
static void the_line_names_a_node_inside(const char *network, int root, const char *line)
{
	struct grove_buffers buffers[4];
	unsigned char in[8] = { 0 }, out[4][8];
	AUTO(grove_team) team = NULL;
	AUTO(grove_plan) plan = NULL;

	for (int v = 0; v < 4; v++)
		buffers[v] = (struct grove_buffers){ in, out[v] };
	plan = PLAN_OF(network, .collective = "reduce", .algorithm = "sbt", .root = root,
		.bytes = 8, .fold = &exiting, .type = GROVE_U8);
	team = OPEN_TEAM(.network = network, .threads = 1, .caller_waits = 1);
	assert_int_equal(grove_team_execute(team, plan, buffers, 8), -ECANCELED);
	assert_string_equal(grove_why(), line);
}

TEST("a line names a node that is inside")
{
	the_line_names_a_node_inside("cube:1", 1,
		"the thread of node 1 ended inside operation #1, or left it by an exception");
	the_line_names_a_node_inside("cube:1", 0,
		"the thread of node 0 ended inside operation #1, or left it by an exception");
}

/* The other node's call ends meanwhile, or never. */
static void wait_for_others(void *unused)
{
	for (int k = 0; k < 3000 && !left; k++)
		nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL);
	others_were_first = left;
}

static void fold_or_exit(
	void *result, const void *a, const void *b, size_t count, int type, void *context)
{
	if (grove_node_number(self) == 0)
		pthread_exit(NULL);
	memmove(result, a, count);
}

/* Node 1 waits for node 0 in one of the calls, since node 0 ends in the first. */
static int call_twice(struct grove_node *me, void *unused)
{
	static const struct grove_fold own = { fold_or_exit, NULL, "own" };
	unsigned char in = 1, out;
	int error = 0;

	self = me;
	pthread_cleanup_push(wait_for_others, NULL);
	for (int call = 0; call < 2 && !error; call++)
		error = grove_allreduce(me, &in, &out, 1, GROVE_U8, &own);
	pthread_cleanup_pop(0);
	left++;
	return error;
}

/* A handler that frees what the others read would else be too early. */
TEST("others leave before the threads own handlers")
{
	static const struct grove_pace pace = { 1e-4, 1e-9 };
	const struct grove_pace *const paces[] = { NULL, &pace };

	for (int i = 0; i < 2; i++) {
		AUTO(grove_team) team = NULL;

		left = 0;
		others_were_first = false;
		team = OPEN_TEAM(.network = "cube:1", .timeout = 60, .pace = paces[i],
			.caller_waits = 1);
		assert_int_equal(grove_team_run(team, call_twice, NULL), -ECANCELED);
		assert_true(others_were_first);
	}
}
