/* Requests: each verb begun and waited for, several at once, any, all, test, and messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/library/requests_help.h"
#include "tests/verbs.h"

/* ---- Each verb beside its blocking form ---- */

struct verb_case {
	const char *name;
	bool typed;
	size_t ins, outs; /* blocks of the buffers; 0: one, or as many as nodes */
};

static const struct verb_case verbs[] = {
	{ "broadcast", false, 1, 1 },
	{ "reduce", true, 1, 1 },
	{ "scatter", false, 0, 1 },
	{ "gather", false, 1, 0 },
	{ "allgather", false, 1, 0 },
	{ "reducescatter", true, 0, 1 },
	{ "allreduce", true, 1, 1 },
	{ "scan", true, 1, 1 },
	{ "exscan", true, 1, 1 },
	{ "alltoall", false, 0, 0 },
	{ "permute", false, 1, 1 },
	{ "barrier", false, 1, 1 },
};

enum {
	VERBS = sizeof verbs / sizeof *verbs,
	NODES = 8, /* at most */
	MOST_COUNT = 5000
};

static const size_t counts[] = { 0, 1, 5, 100, 1023, MOST_COUNT };

struct buffers {
	int64_t *in, *out, *expected;
};

static void buffers_open(struct buffers *b)
{
	size_t bytes = NODES * MOST_COUNT * sizeof(int64_t);

	b->in = malloc(bytes);
	b->out = malloc(bytes);
	b->expected = malloc(bytes);
}

static void buffers_close(struct buffers *b)
{
	free(b->in);
	free(b->out);
	free(b->expected);
}

static void buffers_fill(const struct buffers *b, int v, size_t round)
{
	for (size_t i = 0; i < (size_t)NODES * MOST_COUNT; i++) {
		b->in[i] = (int64_t)(i * 7 + (size_t)v * 1000003 + round * 13);
		b->out[i] = b->expected[i] = (int64_t)i ^ v;
	}
}

static struct grove_operation operation_of(struct grove_node *me, const struct verb_case *verb,
	size_t count, const struct buffers *b, const int *permutation)
{
	size_t bytes = count * sizeof(int64_t);

	return (struct grove_operation){ .verb = verb->name,
		.in = b->in,
		.out = b->out,
		.count = verb->typed ? count : bytes,
		.type = GROVE_I64,
		.fold = GROVE_SUM,
		.root = nodes_of(me) / 2,
		.permutation = permutation };
}

static int each_verb(struct grove_node *me, struct buffers *b, const int *permutation)
{
	for (size_t k = 0; k < VERBS * sizeof counts / sizeof *counts; k++) {
		struct grove_operation o =
			operation_of(me, &verbs[k % VERBS], counts[k / VERBS], b, permutation);
		struct grove_request *request;
		int done = 0;

		buffers_fill(b, grove_node_number(me), k);
		o.out = b->expected;
		TRY(call_verb(me, &o));
		o.out = b->out;
		TRY(grove_start(me, &o, &request));
		HOLDS(request);
		while (k % 2 && !done)
			TRY(grove_test(&request, &done));
		TRY(grove_wait(&request));
		HOLDS(!request);
		HOLDS(!memcmp(b->out, b->expected, NODES * MOST_COUNT * sizeof(int64_t)));
	}
	return 0;
}

NODES_TEST("every verb runs as a request", run_all(body, NULL))
{
	int permutation[NODES], nodes = nodes_of(me);
	ENDED(buffers_close) struct buffers b;

	for (int v = 0; v < nodes; v++)
		permutation[v] = (v + 1) % nodes;
	buffers_open(&b);
	return each_verb(me, &b, permutation);
}

/* ---- Several at once ---- */

enum {
	SEVERAL = 40,
	COUNT = 700
};

/* All collectives of a round are in flight, at some nodes after a blocking verb. The waits come in
 * another order than the starts, and in another one at each node. */
NODES_TEST("several requests are under way at once", run_all(body, NULL))
{
	static const int64_t weight[] = { 3, 1 };
	struct grove_request *request[SEVERAL];
	FREED int64_t(*in)[COUNT] = calloc(SEVERAL, sizeof *in);
	FREED int64_t(*out)[COUNT] = calloc(SEVERAL, sizeof *in);
	int v = grove_node_number(me), nodes = nodes_of(me);

	for (int k = 0; k < SEVERAL; k++) {
		struct grove_operation o = { .verb = "allreduce",
			.in = in[k],
			.out = out[k],
			.count = (size_t)(k % 3 ? COUNT : 1),
			.type = GROVE_I64 };

		for (int i = 0; i < COUNT; i++)
			in[k][i] = (v + 1) * weight[k % 2] + i + k;
		request[k] = NULL;
		if (k % 7 == 3 && v % 2)
			TRY(grove_allreduce(me, in[k], out[k], o.count, GROVE_I64, GROVE_SUM));
		else
			TRY(grove_start(me, &o, &request[k]));
	}
	for (int k = 0; k < SEVERAL; k += 2)
		TRY(grove_wait(&request[(k * 3 + v * 2) % SEVERAL]));
	TRY(grove_wait_all(request, SEVERAL));
	for (int k = 0; k < SEVERAL; k++)
		for (int i = 0; i < (k % 3 ? COUNT : 1); i++)
			HOLDS(out[k][i] == (int64_t)nodes * (nodes + 1) / 2 * weight[k % 2] +
						   (int64_t)nodes * (i + k));
	return 0;
}

/* ---- Persistent requests ---- */

enum {
	TIMES = 100
};

NODES_TEST("prepared requests start again", run_all(body, NULL))
{
	struct grove_request *request[3];
	int v = grove_node_number(me), nodes = nodes_of(me), index;
	int64_t mine, sum, message = -1, sent;

	TRY(grove_prepare(me,
		OPERATION(.verb = "allreduce", .in = &mine, .out = &sum, .count = 1,
			.type = GROVE_I64),
		&request[0]));
	TRY(grove_prepare(me,
		OPERATION(.verb = "send", .in = &sent, .count = 8, .node = (v + 1) % nodes),
		&request[1]));
	TRY(grove_prepare(me,
		OPERATION(.verb = "recv", .out = &message, .count = 8,
			.node = (v + nodes - 1) % nodes),
		&request[2]));
	TRY(grove_wait_any(request, 3, &index));
	HOLDS(index == -1);
	for (int64_t k = 0; k < TIMES; k++) {
		int done[3] = { 0 };

		mine = v + k;
		sent = v * TIMES + k;
		for (int r = 0; r < 3; r++)
			TRY(grove_request_start(request[r]));
		HOLDS(grove_request_start(request[0]) == -EBUSY);
		HOLDS(grove_request_free(request[0]) == -EBUSY);
		for (int r = 0; r < 3; r++) {
			TRY(grove_wait_any(request, 3, &index));
			HOLDS(index >= 0 && !done[index] && request[index]);
			done[index] = 1;
		}
		HOLDS(sum == nodes * (nodes - 1) / 2 + nodes * k);
		HOLDS(message == (v + nodes - 1) % nodes * TIMES + k);
	}
	for (int r = 0; r < 3; r++)
		TRY(grove_request_free(request[r]));
	return 0;
}

/* A program that is pushed out of the cache stays for its request. */
NODES_TEST("prepared requests of many sizes are right",
	(run("gh:2", NULL, body, NULL), run("ring:4", NULL, body, NULL)))
{
	FREED unsigned char *in = calloc(1, 4096), *out = calloc(16, 4096);
	struct grove_request *request;
	int nodes = nodes_of(me);

	memset(in, 1 + grove_node_number(me), 4096);
	TRY(grove_prepare(
		me, OPERATION(.verb = "allgather", .in = in, .out = out, .count = 77), &request));
	for (size_t bytes = 100; bytes < 400; bytes++)
		TRY(grove_allgather(me, in, out, bytes));
	TRY(grove_request_start(request));
	TRY(grove_wait(&request));
	for (int v = 0; v < nodes; v++)
		HOLDS(out[v * 77] == 1 + v && out[v * 77 + 76] == 1 + v);
	return grove_request_free(request);
}

/* ---- Messages ---- */

/* All nodes send all sizes to all nodes, and receive in the order of each sender. */
NODES_TEST("every node sends all sizes to every node as requests", run_all(body, NULL))
{
	int v = grove_node_number(me), nodes = nodes_of(me), count = 2 * nodes * SIZES, filled = 0;
	FREED struct grove_request **request = calloc((size_t)count, sizeof *request);
	FREED struct grove_message *message = calloc((size_t)count, sizeof *message);
	FREED unsigned char *memory = malloc((size_t)count * MOST);

	for (int k = 0; k < count; k++) {
		int u = k / 2 % nodes;
		size_t r = (size_t)(k / 2 / nodes);
		unsigned char *buffer = memory + (size_t)k * MOST;

		fill(buffer, sizes[r], v, u, r);
		TRY(grove_start(me,
			k % 2 ? OPERATION(.verb = "send", .in = buffer, .count = sizes[r],
					.node = u, .tag = (int)r)
			      : OPERATION(.verb = "recv", .out = buffer, .count = MOST, .node = u,
					.tag = GROVE_ANY, .message = &message[k]),
			&request[filled++]));
	}
	TRY(grove_barrier(me));
	TRY(grove_wait_all(request, count));
	for (int k = 0; k < count; k += 2) {
		int u = k / 2 % nodes;
		size_t r = (size_t)(k / 2 / nodes);

		HOLDS(message[k].from == u && message[k].tag == (int)r);
		HOLDS(message[k].bytes == sizes[r]);
		HOLDS(is_right(memory + (size_t)k * MOST, sizes[r], u, v, r));
	}
	return 0;
}

/* A blocking call carries on what is pending: node 0 is in a receive, and in a barrier, while the
 * other nodes need its part of a collective, and its messages beyond a channel's room. */
NODES_TEST("a request moves while its node waits for a message", run_all(body, NULL))
{
	struct grove_request *request[41];
	int v = grove_node_number(me), nodes = nodes_of(me), word[41], got = 0;
	static const struct grove_operation barrier = { .verb = "barrier" };
	const struct timespec moment = { 0, 5000000 };

	if (v)
		nanosleep(&moment, NULL); /* node 0 is in its receive when the others begin */
	TRY(grove_start(me, &barrier, &request[0]));
	if (v == 0) {
		for (int u = 1; u < nodes; u++)
			TRY(grove_recv(me, &got, sizeof got, u, 0, NULL));
		HOLDS(got == 77);
		TRY(grove_wait(&request[0]));
	} else {
		TRY(grove_wait(&request[0]));
		got = 77;
		TRY(grove_send(me, &got, sizeof got, 0, 0));
	}
	for (int k = 0; k <= 40 && v == 0; k++) {
		word[k] = k;
		TRY(grove_start(me,
			OPERATION(.verb = "send", .in = &word[k], .count = 4, .node = 1),
			&request[k]));
	}
	for (int k = 0; k <= 40 && v == 1; k++) {
		TRY(grove_recv(me, &got, sizeof got, 0, 0, NULL));
		HOLDS(got == k);
	}
	TRY(grove_barrier(me));
	return v == 0 ? grove_wait_all(request, 41) : 0;
}

/* A step that calls the caller's fold is made on the stack of its body. Bodies that share a thread
 * and only test, or test while others wait, let each other make such steps. */
static void add_longs(
	void *result, const void *left, const void *right, size_t count, int type, void *context)
{
	(void)type, (void)context;
	for (size_t i = 0; i < count; i++)
		((int64_t *)result)[i] = ((const int64_t *)left)[i] + ((const int64_t *)right)[i];
}

static int tests_body(struct grove_node *me, void *argument)
{
	static const struct grove_fold fold = { add_longs, NULL, "longs" };
	int v = grove_node_number(me), nodes = nodes_of(me), *waiting = argument;

	for (int round = 0; round < 20; round++) {
		int64_t mine = v + round, sum = 0;
		struct grove_request *request;
		int done = 0, error = 0;

		TRY(grove_start(me,
			OPERATION(.verb = "allreduce", .in = &mine, .out = &sum, .count = 1,
				.type = GROVE_I64, .fold = &fold),
			&request));
		if (v < *waiting)
			TRY(grove_wait(&request));
		while (v >= *waiting && !done && !error)
			error = grove_test(&request, &done);
		TRY(error);
		HOLDS(sum == (int64_t)nodes * round + nodes * (nodes - 1) / 2);
	}
	return 0;
}

TEST("requests are tested until they are complete")
{
	for (int waiting = 0; waiting < 3; waiting++)
		run_all(tests_body, &waiting);
}

/* Receivers of any node get the messages in the order in which they were begun, and leave to one of
 * another tag its own. */
NODES_TEST("receivers of any node keep their order", run_all(body, NULL))
{
	enum {
		MESSAGES = 6
	};
	int64_t got[MESSAGES];
	struct grove_request *request[MESSAGES];

	for (int i = 0; i < MESSAGES && grove_node_number(me) == 0; i++)
		TRY(grove_start(me,
			OPERATION(.verb = "recv", .out = &got[i], .count = sizeof *got,
				.node = GROVE_ANY, .tag = i >= 4),
			&request[i]));
	TRY(grove_barrier(me));
	for (int64_t i = 0; i < MESSAGES && grove_node_number(me) == 1; i++)
		TRY(grove_send(me, &i, sizeof i, 0, i % 3 == 2));
	if (grove_node_number(me) != 0)
		return 0;
	TRY(grove_wait_all(request, MESSAGES));
	for (int i = 0; i < 4; i++)
		HOLDS(got[i] == i + i / 2);
	HOLDS(got[4] == 2 && got[5] == 5);
	return 0;
}
