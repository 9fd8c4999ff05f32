/* Requests of plans, of blocks with sizes of their own, and of sub-teams beside their team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/library/requests_help.h"

/* ---- Plans ---- */

static int plans_body(struct grove_node *me, void *argument)
{
	struct grove_plan *const *plan = argument;
	struct grove_request *request[2];
	int v = grove_node_number(me), nodes = nodes_of(me);
	double mine[64], sum[64], word[64];

	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 64; i++) {
			mine[i] = v + i;
			word[i] = v ? 0 : round + i;
		}
		TRY(grove_start(me,
			OPERATION(.plan = plan[0], .in = mine, .out = sum, .count = sizeof mine),
			&request[0]));
		TRY(grove_start(me, OPERATION(.plan = plan[1], .out = word, .count = sizeof word),
			&request[1]));
		TRY(grove_wait_all(request, 2));
		for (int i = 0; i < 64; i++)
			HOLDS(sum[i] == nodes * (nodes - 1) / 2 + nodes * i &&
				word[i] == round + i);
	}
	HOLDS(grove_start(me, OPERATION(.plan = plan[0], .verb = "barrier"), request) == -EINVAL);
	return 0;
}

TEST("plans run as requests")
{
	AUTO(grove_plan) sum = PLAN_OF("cube:3", .collective = "allreduce", .type = GROVE_F64);
	AUTO(grove_plan) broadcast = PLAN_OF("cube:3", .collective = "broadcast");
	struct grove_plan *plan[] = { sum, broadcast };

	run("cube:3", NULL, plans_body, plan);
	run_on(2, "cube:3", plans_body, plan);
}

/* ---- Blocks with sizes of their own ---- */

enum {
	NODES = 8,
	LARGEST = 40
};

static size_t size_of(int from, int to, int round)
{
	return (size_t)((from * 5 + to * 3 + round * 7) % LARGEST);
}

static unsigned char content(int from, int to, int round)
{
	return (unsigned char)(from * 16 + to + round * 31);
}

/* Two exchanges with sizes in flight, and a blocking one between: each has its own lists. */
NODES_TEST("exchanges with sizes run as requests", run_all(body, NULL))
{
	struct grove_request *request[3];
	int v = grove_node_number(me), nodes = nodes_of(me);
	unsigned char in[3][NODES * LARGEST], out[3][NODES * LARGEST];
	size_t sent[3][NODES], got[3][NODES];

	for (int r = 0; r < 3; r++) {
		unsigned char *at = in[r];

		for (int u = 0; u < nodes; u++) {
			sent[r][u] = size_of(v, u, r);
			got[r][u] = size_of(u, v, r);
			memset(at, content(v, u, r), sent[r][u]);
			at += sent[r][u];
		}
		const struct grove_blocks blocks = { sent[r], NULL, got[r], NULL };

		if (r == 1)
			TRY(grove_alltoallv(me, in[r], sent[r], NULL, out[r], got[r], NULL));
		else
			TRY(grove_start(me,
				OPERATION(.verb = "alltoall", .in = in[r], .out = out[r],
					.blocks = &blocks),
				&request[r]));
	}
	request[1] = NULL;
	TRY(grove_wait_all(request, 3));
	for (int r = 0; r < 3; r++) {
		const unsigned char *at = out[r];

		for (int u = 0; u < nodes; u++)
			for (size_t i = 0; i < got[r][u]; i++)
				HOLDS(*at++ == content(u, v, r));
	}
	return 0;
}

NODES_TEST("reductions with sizes run as requests", run_all(body, NULL))
{
	struct grove_request *request;
	int v = grove_node_number(me), nodes = nodes_of(me), at = 0, total = 0;
	int64_t in[NODES * NODES], out[NODES];
	size_t bytes[NODES], own;

	for (int u = 0; u < nodes; u++) {
		bytes[u] = (size_t)(u % 3) * sizeof *in;
		at += u < v ? u % 3 : 0;
		total += u % 3;
	}
	for (int i = 0; i < total; i++)
		in[i] = v * 100 + i;
	own = bytes[v];
	TRY(grove_start(me,
		OPERATION(.verb = "reducescatter", .in = in, .out = out, .type = GROVE_I64,
			.blocks = &(struct grove_blocks){ bytes, NULL, &own, NULL }),
		&request));
	memset(bytes, 0, sizeof bytes);
	TRY(grove_wait(&request));
	for (int i = 0; i < v % 3; i++)
		HOLDS(out[i] == nodes * (nodes - 1) * 50 + nodes * (at + i));
	return 0;
}

/* A plan made with "copy" first exchanges the sizes, at each start. */
static int copied_body(struct grove_node *me, void *argument)
{
	const struct grove_plan *plan = *(struct grove_plan *const *)argument;
	struct grove_request *request;
	int v = grove_node_number(me), nodes = nodes_of(me);
	unsigned char in[NODES * LARGEST], out[NODES * LARGEST], *at = in;
	size_t sent[NODES], got[NODES];
	const struct grove_blocks blocks = { sent, NULL, got, NULL };

	for (int u = 0; u < nodes; at += sent[u++]) {
		sent[u] = size_of(v, u, 0);
		got[u] = size_of(u, v, 0);
	}
	TRY(grove_prepare(
		me, OPERATION(.plan = plan, .in = in, .out = out, .blocks = &blocks), &request));
	for (int round = 0; round < 20; round++) {
		at = in;
		for (int u = 0; u < nodes; at += sent[u++])
			memset(at, content(v, u, round), sent[u]);
		memset(out, 0, sizeof out);
		if (round % 3 == 2 && v % 2) {
			TRY(grove_call(me,
				OPERATION(.plan = plan, .in = in, .out = out, .blocks = &blocks)));
		} else {
			TRY(grove_request_start(request));
			TRY(grove_wait(&request));
		}
		at = out;
		for (int u = 0; u < nodes; u++)
			for (size_t i = 0; i < got[u]; i++)
				HOLDS(*at++ == content(u, v, round));
	}
	return grove_request_free(request);
}

enum {
	CROWD = 400
};

/* While node 0 waits in a verb, its requests get so many programs that the verb's own program is
 * the oldest of all by far. */
static int crowd_body(struct grove_node *me, void *argument)
{
	const struct grove_plan *plan = *(struct grove_plan *const *)argument;
	struct grove_request *request[CROWD];
	static unsigned char from[CROWD], to[NODES][NODES * CROWD];
	unsigned char words[NODES], all[NODES];
	size_t sent[NODES], got[NODES];
	const size_t place[NODES] = { 0 }; /* input blocks may overlap */
	const struct grove_blocks blocks = { sent, place, got, NULL };
	int v = grove_node_number(me), nodes = nodes_of(me);

	if (v)
		TRY(grove_recv(me, words, 1, 0, 0, NULL));
	for (int k = 0; k < CROWD; k++) {
		for (int u = 0; u < nodes; u++)
			sent[u] = got[u] = (size_t)k + 1;
		TRY(grove_start(me,
			OPERATION(.plan = plan, .in = from, .out = to[v], .blocks = &blocks),
			&request[k]));
	}
	for (int u = 1; u < nodes && !v; u++)
		TRY(grove_send(me, words, 1, u, 0));
	words[0] = (unsigned char)v;
	TRY(grove_allgather(me, words, all, 1));
	for (int u = 0; u < nodes; u++)
		HOLDS(all[u] == u);
	return grove_wait_all(request, CROWD);
}

TEST("collectives with sizes run as requests by copy")
{
	AUTO(grove_plan) plan = PLAN_OF("cube:3", .collective = "alltoall", .forward = "copy");

	run("cube:3", "yield", copied_body, &plan);
	run_helped("cube:3", "yield", copied_body, &plan);
	run_on(2, "cube:3", copied_body, &plan);
	run_on(2, "cube:3", crowd_body, &plan);
}

static int differing_sizes(struct grove_node *me)
{
	struct grove_request *request;
	int v = grove_node_number(me), nodes = nodes_of(me);
	size_t sent[NODES], got[NODES];
	unsigned char in[NODES * 8], out[NODES * 8];

	for (int u = 0; u < nodes; u++) {
		sent[u] = 8;
		got[u] = v == 1 && u == 0 ? 7 : 8;
	}
	TRY(grove_start(me,
		OPERATION(.verb = "alltoall", .in = in, .out = out,
			.blocks = &(struct grove_blocks){ sent, NULL, got, NULL }),
		&request));
	TRY(grove_wait(&request));
	return grove_barrier(me);
}

static _Atomic int told; /* nodes */

NODES_TEST("different sizes of a request are told to all nodes",
	(assert_int_equal(attempt("gh:3", NULL, 20, body, NULL), -EINVAL),
		assert_int_equal(attempt("cube:2", NULL, 20, body, NULL), -EINVAL),
		assert_int_equal(told, 3 + 4)))
{
	int error = differing_sizes(me);

	told += error == -EINVAL && strstr(grove_why(), "7");
	return error;
}

/* ---- Sub-teams ---- */

/* Requests of rows, columns and the whole team at once; the rows' and the columns' nodes come in
 * different orders. A blocking call of the row carries on what its node has started elsewhere. */
NODES_TEST("requests of rows and columns run at once",
	(run("cube:2", NULL, body, NULL), run_on(1, "cube:2", body, NULL),
		run_on(2, "cube:2", body, NULL)))
{
	struct grove_request *request[3];
	struct grove_node *team[3] = { me };
	int v = grove_node_number(me), columns = 2;
	int64_t mine = v + 1, sum[3], all = 0;

	TRY(grove_split(me, v / columns, v, NULL, &team[1]));
	TRY(grove_split(me, v % columns, v, NULL, &team[2]));
	for (int round = 0; round < 30; round++) {
		for (int k = 0; k < 3; k++) {
			int t = (k + v) % 3;

			TRY(grove_start(team[t],
				OPERATION(.verb = "allreduce", .in = &mine, .out = &sum[t],
					.count = 1, .type = GROVE_I64),
				&request[t]));
		}
		TRY(grove_allreduce(team[1 + round % 2], &mine, &all, 1, GROVE_I64, GROVE_MAX));
		TRY(grove_wait_all(request, 3));
		HOLDS(sum[0] == 10);
		HOLDS(sum[1] == 4 * (v / 2) + 3 && sum[2] == 2 * (v % 2) + 4);
	}
	TRY(grove_start(team[1], OPERATION(.verb = "barrier"), &request[1]));
	HOLDS(grove_leave(team[1]) == -EBUSY);
	TRY(grove_wait(&request[1]));
	return grove_leave(team[1]);
}
