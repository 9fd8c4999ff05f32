/* Requests that wait for a node whose body has returned end at once, and name the node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <unistd.h>
#include "tests/library/requests_help.h"
#include "tests/teams.h"

enum {
	NODES = 4,
	LARGE = 100000
};

/* What node 0 got from the call that could not end. */
static struct seen {
	int error;
	char why[400];
} seen;

static char large[2][LARGE];
static const char sent[8];

static int note(int error)
{
	seen.error = error;
	snprintf(seen.why, sizeof seen.why, "%s", error ? grove_why() : "");
	return error;
}

/* ---- Waits of node 0 that can never end ---- */

static int begin_recv(struct grove_node *me, int from, int tag, struct grove_request **request)
{
	return grove_start(me,
		OPERATION(.verb = "recv", .out = large[tag], .count = 8, .node = from, .tag = tag),
		request);
}

static int wait_tested(struct grove_request **request)
{
	int done = 0, error = 0;

	while (!error && !done)
		error = grove_test(request, &done);
	return error;
}

static int a_receive(struct grove_node *me, void *unused)
{
	struct grove_request *request;

	HOLDS(!begin_recv(me, 2, 0, &request));
	return grove_wait(&request);
}

static int a_receive_that_is_tested(struct grove_node *me, void *unused)
{
	struct grove_request *request;

	HOLDS(!begin_recv(me, 2, 0, &request));
	return wait_tested(&request);
}

static int a_receive_of_anybody(struct grove_node *me, void *unused)
{
	struct grove_request *request;

	HOLDS(!begin_recv(me, GROVE_ANY, 0, &request));
	return grove_wait(&request);
}

/* The first message is not waited for, and the second comes after it. */
static int the_second_of_two(struct grove_node *me, void *unused)
{
	struct grove_request *request[2];

	HOLDS(!begin_recv(me, 2, 0, &request[0]));
	HOLDS(!begin_recv(me, 2, 1, &request[1]));
	return grove_wait(&request[1]);
}

static int a_send(struct grove_node *me, void *unused)
{
	struct grove_request *request;

	HOLDS(!grove_start(me, OPERATION(.verb = "send", .in = large[0], .count = LARGE, .node = 2),
		&request));
	return grove_wait(&request);
}

/* Nodes 1 and 3 may learn first that node 2 has gone, so the begin of node 0 may fail as well. */
static int a_barrier(struct grove_node *me, void *unused)
{
	struct grove_request *request;

	TRY(grove_start(me, OPERATION(.verb = "barrier"), &request));
	return grove_wait(&request);
}

static int a_barrier_that_is_tested(struct grove_node *me, void *unused)
{
	struct grove_request *request;

	TRY(grove_start(me, OPERATION(.verb = "barrier"), &request));
	return wait_tested(&request);
}

/* The other request would end, but all are waited for. */
static int one_of_all(struct grove_node *me, void *unused)
{
	struct grove_request *request[2];
	char got[8];

	if (grove_node_number(me))
		return grove_recv(me, got, sizeof got, 0, 0, NULL);
	HOLDS(!begin_recv(me, 1, 1, &request[0]));
	HOLDS(!begin_recv(me, 2, 0, &request[1]));
	return grove_wait_all(request, 2);
}

static int each_of_any(struct grove_node *me, void *unused)
{
	struct grove_request *request[2];
	int which;

	HOLDS(!begin_recv(me, 2, 0, &request[0]));
	HOLDS(!begin_recv(me, 3, 1, &request[1]));
	return grove_wait_any(request, 2, &which);
}

/* The sub-team fails, and the wait is for requests of both. */
static int a_sub_team_that_is_left(struct grove_node *me, void *unused)
{
	struct grove_request *request[2];
	struct grove_node *sub;
	int v = grove_node_number(me), error = grove_split(me, v / 2, v, NULL, &sub);

	if (!error && v == 1)
		error = grove_leave(sub);
	if (error || v)
		return error ? error : grove_send(me, sent, sizeof sent, 0, 1);
	HOLDS(!begin_recv(me, GROVE_ANY, 1, &request[0]));
	HOLDS(!grove_start(sub, OPERATION(.verb = "recv", .out = large[0], .count = 8, .node = 1),
		&request[1]));
	return grove_wait_all(request, 2);
}

static const char for_2[] = "node 0 waits for a message from node 2; node 2 has returned";

static const struct vain {
	grove_body *body;
	const char *expected;
	int nodes; /* a bit for each node with that body; the bodies of others return at once */
} vains[] = {
	{ a_receive, for_2, 1 },
	{ a_receive_that_is_tested, for_2, 1 },
	{ a_receive_of_anybody,
		"node 0 waits for a message from any node; the other nodes have returned", 1 },
	{ the_second_of_two, for_2, 1 },
	{ a_send, "node 0 waits until a message is taken by node 2; node 2 has returned", 1 },
	{ a_barrier, "node 2 has returned", 0xb },
	{ a_barrier_that_is_tested, "node 2 has returned", 0xb },
	{ one_of_all, for_2, 3 },
	{ each_of_any, "has returned", 1 },
	{ a_sub_team_that_is_left, "node 1 has left the sub-team", 0xf },
};

static int wait_in_vain(struct grove_node *me, void *argument)
{
	const struct vain *vain = argument;
	int v = grove_node_number(me), error = vain->nodes >> v & 1 ? vain->body(me, NULL) : 0;

	return v ? error : note(error);
}

/* ---- Waits that look the same, and end ---- */

/* Nodes 2 and 3 have gone, and what they sent is there. Node 1 still acts. */
static int what_was_sent_comes(struct grove_node *me, void *unused)
{
	struct grove_request *request[3];
	int which, v = grove_node_number(me);

	if (v > 1)
		return grove_send(me, sent, sizeof sent, 0, v - 2);
	if (v == 1) {
		usleep(20000);
		return grove_send(me, sent, sizeof sent, 0, 0);
	}
	TRY(begin_recv(me, 1, 0, &request[0]));
	TRY(begin_recv(me, 2, 0, &request[1]));
	TRY(begin_recv(me, 3, 1, &request[2]));
	TRY(grove_wait_any(&request[0], 1, &which));
	return grove_wait_all(&request[1], 2);
}

/* A message that never comes is in the way of none that comes: node 1 still acts. */
static int any_but_the_gone(struct grove_node *me, void *seen_any)
{
	struct grove_request *request[2];
	int which, v = grove_node_number(me);

	if (v == 1) {
		usleep(20000);
		return grove_send(me, sent, sizeof sent, 0, 0);
	}
	if (v)
		return 0;
	TRY(begin_recv(me, 2, 0, &request[0]));
	TRY(begin_recv(me, 1, 0, &request[1]));
	TRY(grove_wait_any(request, 2, &which));
	*(int *)seen_any = which;
	return note(grove_wait(&request[0]));
}

/* Its own error is the first fault, not the call that the body leaves behind. */
static int fails_with_a_call(struct grove_node *me, void *unused)
{
	struct grove_request *request;
	int v = grove_node_number(me);

	if (v != 1)
		return v ? grove_barrier(me) : note(grove_barrier(me));
	TRY(begin_recv(me, 0, 0, &request));
	return -ENOENT;
}

/* ---- Tests ---- */

/* Endless: only a node that is known to be gone ends a wait. */
static struct grove_team *open_team(int count, int style)
{
	static const char *const waits[] = { NULL, "park", "yield" };

	alarm(100);
	memset(&seen, 0, sizeof seen);
	return OPEN_TEAM(.network = "gh:4", .threads = style == 3 ? GROVE_NODES : count,
		.wait = waits[style % 3], .helper = style == 3, .timeout = INFINITY);
}

static void check_vain(const struct vain *vain, int count, int style)
{
	AUTO(grove_team) team = open_team(count, style);
	int error = grove_team_run(team, wait_in_vain, (void *)vain);

	if (error != -ECANCELED || seen.error != -ECANCELED || !strstr(seen.why, vain->expected))
		fail_msg("%d threads, style %d, %s: %d, %d, %s", count, style, vain->expected,
			error, seen.error, seen.why);
}

TEST("a request for the gone ends at once")
{
	for (int count = 1; count <= NODES; count += count)
		for (int style = 0; style < 4; style++)
			for (size_t i = 0; i < sizeof vains / sizeof *vains; i++)
				check_vain(&vains[i], count, style);
}

TEST("what can still end does")
{
	for (int count = 1; count <= NODES; count += count)
		for (int style = 0; style < 4; style++) {
			AUTO(grove_team) team = open_team(count, style);
			int which = -1;

			MUST(grove_team_run(team, what_was_sent_comes, NULL));
			assert_int_equal(
				grove_team_run(team, any_but_the_gone, &which), -ECANCELED);
			assert_int_equal(which, 1);
			assert_non_null(strstr(seen.why, "node 2 has returned"));
		}
}

TEST("the error of a body comes first")
{
	for (int count = 1; count <= NODES; count += count) {
		AUTO(grove_team) team = open_team(count, 0);

		assert_int_equal(grove_team_run(team, fails_with_a_call, NULL), -ENOENT);
		assert_string_equal(grove_why(), "the body of node 1 returned -2");
		assert_int_equal(seen.error, -ECANCELED);
	}
}
