/* What goes wrong among bodies that share a thread: errors, ends, mistakes, and who is named. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <unistd.h>
#include "tests/cancel_type.h"
#include "tests/teams.h"
#include "tests/runtime/ended_threads.h"
#include "tests/sanitized.h"

enum {
	NODES = 16
};

/* What each body of the test saw. */
static struct seen {
	int error[NODES];
	char why[NODES][512];
	struct grove_node *node[NODES];
} seen;

static int cleaned; /* handlers that have run; by the thread that ends */

BEFORE_EACH_TEST
{
	seen = (struct seen){ 0 };
	cleaned = 0;
}

static struct grove_team *open_team(double timeout)
{
	return OPEN_TEAM(.network = "cube:4", .threads = 2, .timeout = timeout, .caller_waits = 1);
}

static int note(struct grove_node *me, int error)
{
	int v = grove_node_number(me);

	seen.error[v] = error;
	snprintf(seen.why[v], sizeof seen.why[v], "%s", grove_why());
	return error;
}

static void same_error_everywhere(int but, int error, const char *line)
{
	for (int v = 0; v < NODES; v++) {
		if (v == but)
			continue;
		if (seen.error[v] != error)
			fail_msg("node %d: %d", v, seen.error[v]);
		assert_string_equal(seen.why[v], line);
	}
}

/* ---- Lines of nodes ---- */

/* The odd nodes fail in a call of their own, and the next call is right for all. */
static int wrong_then_right(struct grove_node *me, void *argument)
{
	char byte = 0, line[512];
	int v = grove_node_number(me);

	if (v % 2 && grove_broadcast(me, &byte, 1, 100 + v) != -EINVAL)
		return -EBADMSG;
	snprintf(line, sizeof line, "%s", grove_why());
	if (!(v % 2)) {
		if (grove_barrier(me))
			return -EBADMSG;
		return strcmp(grove_why(), "") ? -EBADMSG : 0;
	}
	note(me, -EINVAL);
	usleep(100);
	if (strcmp(line, grove_why()))
		return -EBADMSG;
	return grove_barrier(me);
}

TEST("each node has a line of its own")
{
	AUTO(grove_team) team = open_team(60);
	char line[512];

	assert_int_equal(grove_team_run(team, wrong_then_right, NULL), 0);
	for (int v = 1; v < NODES; v += 2) {
		snprintf(line, sizeof line, "broadcast: root %d: the team has nodes 0 to %d",
			100 + v, NODES - 1);
		assert_string_equal(seen.why[v], line);
	}
}

/* ---- Bodies that end early ---- */

static int fails_as_node_5(struct grove_node *me, void *argument)
{
	int error = 0;

	/* A node may still be in the third barrier when the error comes. */
	for (int k = 0; k < 3 && !error; k++)
		error = grove_barrier(me);
	if (grove_node_number(me) == 5)
		return -EIO;
	return note(me, grove_barrier(me));
}

TEST("an error of a body ends the calls of the others")
{
	AUTO(grove_team) team = open_team(60);

	assert_int_equal(grove_team_run(team, fails_as_node_5, NULL), -EIO);
	assert_string_equal(grove_why(), "the body of node 5 returned -5");
	same_error_everywhere(5, -ECANCELED, "the body of node 5 returned -5");
}

static int returns_5_as_node_2(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 2 ? 5 : note(me, grove_barrier(me));
}

TEST("a run returns the number that a body returned, also one that is no error")
{
	AUTO(grove_team) team = open_team(60);

	assert_int_equal(grove_team_run(team, returns_5_as_node_2, NULL), 5);
	assert_string_equal(grove_why(), "the body of node 2 returned 5");
	same_error_everywhere(2, -ECANCELED, "the body of node 2 returned 5");
}

static int refused_as_node_3(struct grove_node *me, void *argument)
{
	return grove_node_number(me) == 3 ? -EPERM : 0;
}

static int barrier(struct grove_node *me, void *argument)
{
	return grove_barrier(me);
}

TEST("a team lives on when no call was cut short")
{
	AUTO(grove_team) team = open_team(60);

	assert_int_equal(grove_team_run(team, refused_as_node_3, NULL), -EPERM);
	assert_int_equal(grove_team_run(team, barrier, NULL), 0);
	assert_int_equal(grove_team_phase(team, barrier, NULL), -EDEADLK);
	assert_int_equal(grove_team_run(team, barrier, NULL), 0);
}

/* ---- Threads that end ---- */

/* The thread sanitizer ends the process where a thread ends on another stack than its first. */
static void skip_under_thread_sanitizers(void)
{
	if (SANITIZED_THREAD)
		skip();
}

static void clean(void *unused)
{
	cleaned++;
}

static int ends_as_node_6(struct grove_node *me, void *argument)
{
	int error;

	pthread_cleanup_push(clean, NULL);
	error = grove_barrier(me);
	if (grove_node_number(me) == 6)
		pthread_exit(NULL);
	pthread_cleanup_pop(0);
	return note(me, error ? error : grove_barrier(me));
}

static int ends_as_nodes_6_and_7(struct grove_node *me, void *argument)
{
	int error = ends_as_node_6(me, argument);

	if (grove_node_number(me) == 7)
		pthread_exit(NULL);
	return error;
}

TEST("a body that ends its thread aborts the team")
{
	grove_body *const bodies[] = { ends_as_node_6, ends_as_nodes_6_and_7 };

	skip_under_thread_sanitizers();
	for (int b = 0; b < 2; b++) {
		AUTO(grove_team) team = open_team(60);

		cleaned = 0;
		assert_int_equal(grove_team_run(team, bodies[b], NULL), -ECANCELED);
		assert_string_equal(grove_why(), "the thread of node 6 ended after operation #1");
		same_error_everywhere(6, -ECANCELED, grove_why());
		assert_int_equal(cleaned, 1);
	}
}

static void exit_in_fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)result, (void)left, (void)right, (void)count, (void)type, (void)context;
	pthread_exit(NULL);
}

static int folds_without_end(struct grove_node *me, void *argument)
{
	static const struct grove_fold exiting = { exit_in_fold, NULL, "exiting" };
	static char in[NODES][20000], out[NODES][20000];
	int v = grove_node_number(me), error;

	pthread_cleanup_push(clean, NULL);
	error = grove_reduce(me, in[v], out[v], sizeof in[v], GROVE_U8, &exiting, 0);
	pthread_cleanup_pop(0);
	return note(me, error ? error : grove_barrier(me));
}

TEST("a fold that ends its thread unwinds its own node")
{
	AUTO(grove_team) team = NULL;
	int returned = 0;

	skip_under_thread_sanitizers();
	team = open_team(60);
	REFUSES(grove_team_run(team, folds_without_end, NULL), ECANCELED,
		"ended inside operation #1, or left it by an exception");
	for (int v = 0; v < NODES; v++)
		returned += seen.error[v] == -ECANCELED;
	assert_int_equal(returned + cleaned, NODES);
	assert_true(cleaned >= 1 && cleaned <= 2);
}

static int is_cancelled_as_node_9(struct grove_node *me, void *argument)
{
	int error;

	pthread_cleanup_push(clean, NULL);
	error = grove_barrier(me);
	if (grove_node_number(me) == 9)
		pthread_cancel(pthread_self());
	if (grove_node_number(me) == 2)
		usleep(200000);
	if (!error)
		error = grove_barrier(me);
	pthread_cleanup_pop(0);
	return note(me, error);
}

/* The cancellation comes true where the thread waits: in the body that waits last. */
TEST("a cancelled thread aborts the team")
{
	AUTO(grove_team) team = NULL;
	int returned = 0;

	skip_under_thread_sanitizers();
	team = open_team(60);
	assert_int_equal(grove_team_run(team, is_cancelled_as_node_9, NULL), -ECANCELED);
	for (int v = 0; v < NODES; v++)
		returned += seen.error[v] == -ECANCELED;
	assert_int_equal(cleaned, 1);
	assert_int_equal(returned, NODES - 1);
}

/* ---- Standstills, and different arguments ---- */

static int returns_early_as_node_11(struct grove_node *me, void *argument)
{
	int error = grove_barrier(me);

	if (error) /* a node of the other thread, which is late, hears of it in the first barrier */
		return note(me, error);
	if (grove_node_number(me) == 11)
		return 0;
	return note(me, grove_barrier(me));
}

TEST("a node that has returned is named at once")
{
	AUTO(grove_team) team = open_team(60);

	REFUSES(grove_team_run(team, returns_early_as_node_11, NULL), ECANCELED,
		"; node 11 has returned");
	same_error_everywhere(11, -ECANCELED, grove_why());
}

static int computes_as_node_12(struct grove_node *me, void *argument)
{
	int error = grove_barrier(me);

	if (!error && grove_node_number(me) == 12)
		usleep(1500000);
	return note(me, error ? error : grove_barrier(me));
}

/* Nodes 8 to 15 share a thread, and all but 12 wait in the barrier. */
TEST("a body that computes for longer than the timeout is waited for")
{
	AUTO(grove_team) team = open_team(0.2);

	assert_int_equal(grove_team_run(team, computes_as_node_12, NULL), 0);
}

static int different_sizes(struct grove_node *me, void *argument)
{
	char in[64] = { 0 }, out[64];
	int v = grove_node_number(me), error = grove_barrier(me);

	if (!error)
		error = grove_allreduce(me, in, out, v == 9 ? 16 : 8, GROVE_U8, GROVE_SUM);
	return note(me, error);
}

TEST("different arguments are named on all nodes")
{
	AUTO(grove_team) team = open_team(2);

	REFUSES(grove_team_run(team, different_sizes, NULL), EINVAL,
		"node 9 calls allreduce #2 of 16 bytes");
	same_error_everywhere(-1, -EINVAL, grove_why());
}

/* ---- Calls as another node ---- */

static int calls_as_its_neighbour(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), error;

	seen.node[v] = me;
	error = grove_barrier(me);
	if (!error && v % 8 == 3)
		note(me, grove_barrier(seen.node[v + 1]));
	return error ? error : grove_barrier(me);
}

TEST("a body speaks for its own node")
{
	AUTO(grove_team) team = open_team(60);

	assert_int_equal(grove_team_run(team, calls_as_its_neighbour, NULL), 0);
	assert_int_equal(seen.error[3], -EINVAL);
	assert_string_equal(seen.why[3], "node 4 belongs to another body than the caller's");
}

static void call_in_fold(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)left, (void)right, (void)count, (void)type, (void)result;
	for (int v = 0; v < NODES; v++)
		if (seen.node[v] && grove_barrier(seen.node[v]) != -EDEADLK)
			*(int *)context = 1 + v;
}

static int calls_within_a_fold(struct grove_node *me, void *argument)
{
	static int allowed;
	static const struct grove_fold calling = { call_in_fold, &allowed, "calling" };
	int v = grove_node_number(me);
	char in = 1, out;

	if (v < 8)
		seen.node[v] = me;
	TRY(grove_barrier(me));
	TRY(grove_reduce(me, &in, &out, 1, GROVE_U8, &calling, 0));
	HOLDS(!allowed);
	return 0;
}

TEST("a fold cannot call as any node of its thread")
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:3", .threads = 1, .timeout = 60);

	assert_int_equal(grove_team_run(team, calls_within_a_fold, NULL), 0);
}
