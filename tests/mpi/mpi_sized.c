/* Starts requests with a size for each block on a team over MPI, and compares the results with the
 * results of verbs on a team of threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "tests/mpi/mpi_help.h"

enum {
	KINDS = 3, /* scatter, gather, alltoall */
	ROUNDS = 4,
	AT_ONCE = 24 /* more than the programs that a node keeps for calls that wait */
};

static bool blocking; /* verbs in place of requests, as the reference */

/* ---- One call: the sizes follow from the call's number ---- */

struct one {
	int kind, root;
	size_t *in, *out; /* [nodes]: sizes, and behind them places with gaps */
	unsigned char *from, *to;
	struct grove_blocks blocks;
	struct grove_operation operation;
};

static size_t size_of(int kind, int u, int v, int salt)
{
	size_t sizes[] = { 0, 8, 129, 3001, 9000 };

	if (kind == 0)
		u = 0;
	if (kind == 1)
		v = 0;
	return sizes[(size_t)(u * 3 + v * 7 + salt) % 5];
}

static size_t lay(size_t *sizes, int count)
{
	size_t at = 0;

	for (int k = 0; k < count; k++) {
		sizes[count + k] = at;
		at += sizes[k] + (size_t)k % 3;
	}
	return at;
}

static void content(struct one *o, size_t bytes, int v, int salt)
{
	for (size_t i = 0; i < bytes; i++)
		o->from[i] = (unsigned char)(i * 13 + (size_t)v * 101 + (size_t)salt * 7);
}

/* The results lie in the tape, also of a call in place. */
static void one_open(struct one *o, struct grove_node *me, struct tape *tape, int salt, bool place)
{
	static const char *const verbs[] = { "scatter", "gather", "alltoall" };
	int n = grove_team_nodes(grove_node_team(me)), v = grove_node_number(me);
	int root = salt % n, kind = salt % KINDS;
	int ins = kind == 0 ? (v == root ? n : 0) : kind == 1 ? 1 : n;
	int outs = kind == 0 ? 1 : kind == 1 ? (v == root ? n : 0) : n;
	size_t in, out;

	*o = (struct one){ .kind = kind, .root = root };
	o->in = calloc(4 * (size_t)n, sizeof *o->in);
	o->out = o->in + 2 * n;
	place = place && (kind == 2 || v == root);
	for (int u = 0; u < ins; u++)
		o->in[u] = kind == 1 ? size_of(1, v, 0, salt) : size_of(kind, v, u, salt);
	for (int u = 0; u < outs; u++)
		o->out[u] = kind == 0 ? size_of(0, 0, v, salt) : size_of(kind, u, v, salt);
	for (int u = 0; u < outs && kind == 2 && place; u++) /* as much there as back */
		o->out[u] = size_of(2, u < v ? u : v, u < v ? v : u, salt);
	in = lay(o->in, ins);
	out = lay(o->out, outs);
	o->from = place && kind != 0 ? take(tape, out) : malloc(in + 1);
	o->to = place ? o->from : take(tape, out);
	content(o, place && kind != 0 ? out : in, v, salt);
	o->blocks = (struct grove_blocks){ o->in, o->in + ins, o->out, o->out + outs };
	o->operation = (struct grove_operation){ .verb = verbs[kind],
		.in = place && kind != 0 ? GROVE_IN_PLACE : o->from,
		.out = place && kind == 0 ? GROVE_IN_PLACE : o->to,
		.root = root,
		.blocks = &o->blocks };
}

static void one_close(struct one *o)
{
	if (o->from != o->to)
		free(o->from);
	free(o->in);
}

/* A collective may be a verb at some nodes and a request at others. */
static int one_begin(
	struct grove_node *me, struct one *o, struct grove_request **request, bool verb)
{
	*request = NULL;
	return blocking || verb ? grove_call(me, &o->operation)
				: grove_start(me, &o->operation, request);
}

/* ---- Bodies ---- */

static int singly(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);

	for (int k = 0; k < 6 * KINDS; k++) {
		struct grove_request *request;
		ENDED(one_close) struct one o;

		one_open(&o, me, tape, k / 2 + 4 * (k % 2), k >= 3 * KINDS);
		TRY(one_begin(me, &o, &request, k % 4 == 1 && v % 2));
		memset(o.in, 0x55, 4 * sizeof *o.in); /* the arrays may change */
		for (int done = 0; !done && k % 2;)
			TRY(grove_test(&request, &done));
		TRY(grove_wait(&request));
	}
	return 0;
}

/* A verb waits for all requests that were started before the verb. While the verb waits, each
 * request gets a program. */
static int at_once(struct grove_node *me, struct tape *tape)
{
	struct grove_request *request[AT_ONCE] = { NULL };
	struct one one[AT_ONCE];
	char mine = (char)grove_node_number(me);

	for (int k = 0; k < AT_ONCE; k++) {
		one_open(&one[k], me, tape, k + 5, k % 4 == 0);
		TRY(one_begin(me, &one[k], &request[k], false));
	}
	TRY(grove_allgather(me, &mine, take(tape, (size_t)nodes), 1));
	TRY(grove_wait_all(request, AT_ONCE));
	for (int k = 0; k < AT_ONCE; k++)
		one_close(&one[k]);
	return 0;
}

/* Each start sends other bytes. Between the starts the same collective is called as a verb. */
static int persistent(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);

	for (int k = 0; k < 2 * KINDS; k++) {
		struct grove_request *request = NULL;
		ENDED(one_close) struct one o;

		one_open(&o, me, tape, k, k >= KINDS);
		if (!blocking)
			TRY(grove_prepare(me, &o.operation, &request));
		for (int round = 0; round < ROUNDS; round++) {
			for (int u = 0; o.from != o.to && u < 8; u++)
				o.from[0] = (unsigned char)(o.from[0] + round + u);
			if (blocking || (round == 2 && v % 2)) {
				TRY(grove_call(me, &o.operation));
				continue;
			}
			TRY(grove_request_start(request));
			TRY(grove_wait(&request));
		}
		TRY(grove_request_free(request));
	}
	return 0;
}

/* Blocks are columns of a matrix with a row for each node. */
static int columns(struct grove_node *me, struct tape *tape)
{
	size_t n = (size_t)grove_team_nodes(grove_node_team(me)), wide = 5 * n, high = 300;
	FREED struct grove_subarray *part = calloc(n, sizeof *part);
	FREED size_t *none = calloc(n, sizeof *none);
	FREED unsigned char *mine = fill(wide * high, grove_node_number(me), 3);
	struct grove_request *request = NULL;
	const struct grove_operation o = { .verb = "alltoall",
		.in = mine,
		.out = take(tape, wide * high),
		.blocks = &(struct grove_blocks){ none, NULL, none, NULL },
		.in_subarrays = part,
		.out_subarrays = part };

	for (size_t u = 0; u < n; u++)
		part[u] = (struct grove_subarray){
			.at = 5 * u, .bytes = 5, .rows = high, .stride = wide
		};
	TRY(blocking ? grove_call(me, &o) : grove_start(me, &o, &request));
	TRY(grove_barrier(me));
	return grove_wait(&request);
}

/* Nodes find the plans of a request and of the verb after it in different orders. Both calls have
 * blocks of the same class, and may have different algorithms. */
static int orders(struct grove_node *me, struct tape *tape)
{
	int v = grove_node_number(me);
	FREED unsigned char *mine = fill(1 << 16, v, 2), *all = malloc((size_t)nodes << 16);
	FREED size_t *sizes = calloc((size_t)nodes, sizeof *sizes);
	struct grove_request *request;

	for (size_t least = 8; least < 1 << 16; least *= 2) {
		struct one o = { .blocks = { &least, NULL, sizes, NULL } };

		for (int u = 0; u < nodes; u++)
			sizes[u] = least;
		o.operation = (struct grove_operation){
			.verb = "gather", .in = mine, .out = all, .blocks = &o.blocks
		};
		TRY(one_begin(me, &o, &request, v < nodes / 2));
		TRY(grove_gather(me, mine + 1, all, 2 * least - 1, 0));
		TRY(grove_wait(&request));
	}
	memcpy(take(tape, 100), all, v ? 0 : 100);
	return 0;
}

static int body(struct grove_node *me, void *argument)
{
	static int (*const parts[])(struct grove_node *, struct tape *) = { singly, at_once,
		persistent, columns, orders };
	int v = grove_node_number(me);
	struct tape *tape = (struct tape *)argument + v;
	struct grove_node *sub = NULL;

	for (size_t p = 0; p < sizeof parts / sizeof *parts; p++)
		TRY(parts[p](me, tape));
	TRY(grove_split(me, v % 2, -v, NULL, &sub));
	return singly(sub, tape);
}

int main(int argc, char **argv)
{
	struct grove_team *threads, *mpi;
	FREED unsigned char *a = NULL, *b = NULL;

	open_both(&threads, &mpi, argc, argv);
	b = run(mpi, body);
	blocking = true;
	a = run(threads, body);
	compare("blocks with sizes of their own", a, b);
	return close_both(threads, mpi);
}
