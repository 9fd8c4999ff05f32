/* Nodes that wait for nodes of their own thread go on as soon as those have sent or returned. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <unistd.h>
#include "tests/verbs.h"
#include "tests/runtime/execution_help.h"

/* A thread passes over a node that waits for another node of the thread, until that node acts. If
 * nobody tells the thread, it turns forever, and the alarm ends the test. */
BEFORE_TESTS
{
	alarm(20);
}

/* Packets in the slot, in its buffer, lent, and more than a ring has room for: 500 of 8 bytes. */
static const struct {
	const char *collective, *algorithm;
	size_t bytes, packet;
} cases[] = {
	{ "broadcast", "nesbt", 5000, 0 },
	{ "broadcast", "sbt", 4000, 8 },
	{ "alltoall", NULL, 8, 0 },
	{ "alltoall", NULL, 200, 0 },
	{ "allreduce", NULL, 8, 0 },
	{ "allreduce", NULL, 5000, 0 },
	{ "gather", NULL, 200, 0 },
	{ "barrier", NULL, 0, 0 },
};

enum {
	CASES = sizeof cases / sizeof cases[0],
	NODES = 64,
	ROOT = 32 /* on the other thread than node 0, where there are two */
};

static struct case_of case_at(int k)
{
	return (struct case_of){ cases[k].collective, NODES, ROOT, 0, cases[k].bytes, NULL };
}

static void phases(int threads)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:6", .threads = threads);

	for (int k = 0; k < CASES; k++) {
		const struct case_of c = case_at(k);
		AUTO(grove_plan) plan = PLAN_OF("cube:6", .collective = cases[k].collective,
			.algorithm = cases[k].algorithm, .root = ROOT, .bytes = cases[k].bytes,
			.packet = cases[k].packet, .forward = "copy");

		for (int again = 0; again < 2; again++)
			run(team, plan, &c, cases[k].collective);
	}
}

TEST("the nodes of one thread go on in phases")
{
	phases(1);
}

TEST("the nodes of two threads go on in phases")
{
	phases(2);
}

/* Node 9 may fail while other nodes wait for nodes of their own thread. Afterwards the team is as
 * new: the first to wait for another thread is not passed over. */
static int verbs(struct grove_node *me, void *fails)
{
	if (fails)
		return grove_node_number(me) == 9 ? -EDOM : grove_barrier(me);
	for (int k = 0; k < CASES; k++) {
		const struct case_of c = case_at(k);

		TRY(try_verb(me, &c));
	}
	return 0;
}

static void bodies(int threads)
{
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:6", .threads = threads);

	for (int repeat = 0; repeat < 3; repeat++) {
		MUST(grove_team_run(team, verbs, NULL));
		assert_int_equal(grove_team_run(team, verbs, team), -EDOM);
	}
}

TEST("the nodes of one thread go on in bodies, also after a failure")
{
	bodies(1);
}

TEST("the nodes of two threads go on in bodies, also after a failure")
{
	bodies(2);
}
