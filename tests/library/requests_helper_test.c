/* The helper thread: requests go on while their nodes compute, and everything else is as before. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdatomic.h>
#include "grove_measure.h"
#include "tests/library/requests_help.h"

static void moment(long nanoseconds)
{
	const struct timespec time = { 0, nanoseconds };

	nanosleep(&time, NULL);
}

/* ---- Progress ---- */

static _Atomic int others;

/* Node 0 is not in grove until the other nodes have got through what needs node 0. */
static bool others_come(int count)
{
	for (int k = 0; k < 5000 && others < count; k++)
		moment(1000000);
	return others == count;
}

NODES_TEST("a helper moves collectives while bodies compute",
	(run_helped("cube:2", NULL, body, NULL), run_helped("cube:3", "park", body, NULL)))
{
	struct grove_request *request;
	int v = grove_node_number(me), nodes = nodes_of(me);

	if (v)
		moment(20000000);
	TRY(grove_start(me, OPERATION(.verb = "barrier"), &request));
	if (v == 0)
		HOLDS(others_come(nodes - 1));
	TRY(grove_wait(&request));
	others++;
	TRY(grove_barrier(me));
	others = 0;
	return grove_barrier(me);
}

enum {
	MANY = 60 /* more than a channel holds */
};

NODES_TEST("a helper moves messages while bodies compute",
	(run_helped("gh:2", NULL, body, NULL), others = 0))
{
	struct grove_request *request[MANY];
	int word[MANY], got = 0;

	for (int k = 0; k < MANY && grove_node_number(me) == 0; k++) {
		word[k] = k;
		TRY(grove_start(me,
			OPERATION(.verb = "send", .in = &word[k], .count = 4, .node = 1),
			&request[k]));
	}
	if (grove_node_number(me) == 0) {
		HOLDS(others_come(1));
		return grove_wait_all(request, MANY);
	}
	for (int k = 0; k < MANY; k++) {
		TRY(grove_recv(me, &got, sizeof got, 0, 0, NULL));
		HOLDS(got == k);
	}
	others = 1;
	return 0;
}


/* ---- The hand-over ---- */

enum {
	ROUNDS = 300,
	COUNT = 3000
};

/* Requests of all sizes begin, are tested and waited for while the helper carries them on. */
NODES_TEST("a helper and the node of a request move it in turns",
	(run_helped("gh:2", NULL, body, NULL), run_helped("ring:3", NULL, body, NULL)))
{
	static const size_t counts[] = { 1, 7, 100, COUNT };
	struct grove_request *request[3];
	int v = grove_node_number(me), nodes = nodes_of(me), done = 0;
	int64_t in[COUNT], out[COUNT], all = 0, got[2], next[2];

	for (int round = 0; round < ROUNDS; round++) {
		size_t count = counts[round % 4];

		for (size_t i = 0; i < count; i++)
			in[i] = v + round + (int64_t)i;
		next[0] = next[1] = v * ROUNDS + round;
		TRY(grove_start(me,
			OPERATION(.verb = "allreduce", .in = in, .out = out, .count = count,
				.type = GROVE_I64),
			&request[0]));
		TRY(grove_start(me,
			OPERATION(.verb = "recv", .out = got, .count = sizeof got,
				.node = (v + nodes - 1) % nodes),
			&request[1]));
		TRY(grove_start(me,
			OPERATION(.verb = "send", .in = next, .count = sizeof next,
				.node = (v + 1) % nodes),
			&request[2]));
		if (round % 3 == v % 3)
			moment(30000);
		if (round % 2)
			TRY(grove_test(&request[round % 3], &done));
		if (round % 5 == 0)
			TRY(grove_allreduce(me, &in[0], &all, 1, GROVE_I64, GROVE_MAX));
		TRY(grove_wait_all(request, 3));
		HOLDS(got[1] == (v + nodes - 1) % nodes * ROUNDS + round);
		HOLDS(round % 5 || all == nodes - 1 + round);
		for (size_t i = 0; i < count; i++)
			HOLDS(out[i] == nodes * (nodes - 1) / 2 + nodes * (round + (int64_t)i));
	}
	return 0;
}

/* ---- A caller's fold ---- */

static _Thread_local int own_thread;
static _Atomic int strangers;

static void adds(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	strangers += !own_thread;
	for (size_t i = 0; i < count; i++)
		((double *)result)[i] = ((const double *)left)[i] + ((const double *)right)[i];
}

NODES_TEST("a helper never calls a fold of the user",
	(run_helped("cube:2", NULL, body, NULL), assert_int_equal(strangers, 0)))
{
	static const struct grove_fold fold = { adds, NULL, "adds" };
	struct grove_request *request;
	double one = 1, sum = 0;

	own_thread = 1;
	for (int k = 0; k < 20; k++) {
		TRY(grove_start(me,
			OPERATION(.verb = "allreduce", .in = &one, .out = &sum, .count = 1,
				.type = GROVE_F64, .fold = &fold),
			&request));
		moment(200000);
		TRY(grove_wait(&request));
		HOLDS(sum == nodes_of(me));
	}
	return 0;
}

/* ---- Aborts, and refusals ---- */

static int aborted_body(struct grove_node *me, void *argument)
{
	struct grove_request *request[2];
	FREED char *memory = malloc(200000); /* nobody reads the memory after an error */
	int error = 0, done;

	if (grove_node_number(me)) {
		moment(100000);
		return -EIO;
	}
	TRY(grove_start(
		me, OPERATION(.verb = "broadcast", .out = memory, .count = 100000), &request[0]));
	TRY(grove_start(me,
		OPERATION(.verb = "send", .in = memory + 100000, .count = 100000, .node = 1),
		&request[1]));
	while (!error)
		error = grove_test(&request[1], &done);
	HOLDS(error == -ECANCELED);
	return error;
}

TEST("an abort ends the requests of a helper")
{
	helper = 1;
	for (int k = 0; k < 30; k++)
		assert_int_equal(attempt("gh:2", NULL, 20, aborted_body, NULL), -EIO);
	helper = 0;
}

TEST("a helper is refused where it cannot help")
{
	const struct grove_pace pace = { 1e-6, 0 };
	struct grove_team_options options = {
		.size = sizeof options, .network = "cube:2", .threads = 2, .helper = 1
	};
	struct grove_team *team;

	REFUSES(grove_team_open(&team, &options), EINVAL, "4 nodes share 2 threads");
	options.threads = 0;
	options.pace = &pace;
	REFUSES(grove_team_open(&team, &options), EINVAL, "pace");
}
