/* Which writes of other nodes before a call a node sees after the call, as grove.h says. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/verbs.h"

/* Each node writes a word of its own, without an atomic, and calls. Then the node reads the words
 * of all nodes whose writes grove.h promises. A processor may show a write that nobody promised, so
 * only the thread sanitizer finds a missing edge for certain. Behind the call the node also writes
 * on its buffers: another node that still used them would race, or get wrong bytes. */

enum {
	NODES = 8,
	ROUNDS = 1 << 12,
	BYTES = 100000,
	ROOT = 1
};

static int written[ROUNDS][NODES];
static const size_t counts[] = { 1, 37, BYTES / 8 };

typedef int seeing(int u, int v, int nodes); /* node v sees what node u wrote */

static int of_root(int u, int v, int nodes)
{
	return (u == ROOT && v < nodes) || u == v;
}

static int at_root(int u, int v, int nodes)
{
	return (v == ROOT && u < nodes) || u == v;
}

static int of_all(int u, int v, int nodes)
{
	return u < nodes && v < nodes;
}

static int of_lower(int u, int v, int nodes)
{
	return u <= v && v < nodes;
}

static int of_next(int u, int v, int nodes)
{
	return (v + 1) % nodes == u || u == v;
}

static int split(struct grove_node *me)
{
	struct grove_node *sub;

	TRY(grove_split(me, grove_node_number(me) % 2, 0, NULL, &sub));
	return grove_leave(sub);
}

static const struct {
	const char *name;
	seeing *sees;
	enum {
		MOVES,
		FOLDS,
		SIZED /* each block has its size in a list */
	} how;
} kinds[] = {
	{ "broadcast", of_root },
	{ "scatter", of_root },
	{ "reduce", at_root, FOLDS },
	{ "gather", at_root },
	{ "allgather", of_all },
	{ "allgather", of_all, SIZED },
	{ "allreduce", of_all, FOLDS },
	{ "reducescatter", of_all, FOLDS },
	{ "alltoall", of_all },
	{ "alltoall", of_all, SIZED },
	{ "barrier", of_all },
	{ "split", of_all },
	{ "scan", of_lower, FOLDS },
	{ "exscan", of_lower, FOLDS },
	{ "permute", of_next },
	{ "sendrecv", of_next },
};

enum {
	KINDS = sizeof kinds / sizeof kinds[0],
	SIZES = sizeof counts / sizeof counts[0]
};

/* A call with blocks of count doubles. */
static int call(struct grove_node *me, int kind, double *in, double *out, size_t count)
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me)), to[NODES];
	const char *name = kinds[kind].name;
	size_t bytes[NODES];

	for (int u = 0; u < nodes; u++) {
		bytes[u] = count * 8;
		to[u] = (u + nodes - 1) % nodes;
	}
	if (!strcmp(name, "split"))
		return split(me);
	if (!strcmp(name, "sendrecv"))
		return grove_sendrecv(
			me, in, count * 8, to[v], out, count * 8, (v + 1) % nodes, 5, NULL);
	if (kinds[kind].how == SIZED && !strcmp(name, "allgather"))
		return grove_allgatherv(me, in, bytes[0], out, bytes, NULL);
	if (kinds[kind].how == SIZED)
		return grove_alltoallv(me, in, bytes, NULL, out, bytes, NULL);
	return call_verb(me, &(struct grove_operation){ .verb = name,
				     .in = in,
				     .out = strcmp(name, "broadcast") ? out : in,
				     .count = kinds[kind].how == FOLDS ? count : count * 8,
				     .type = GROVE_F64,
				     .fold = GROVE_SUM,
				     .root = ROOT,
				     .permutation = to });
}

static int one_round(
	struct grove_node *me, int kind, double *in, double *out, size_t count, int number)
{
	int v = grove_node_number(me), nodes = grove_team_nodes(grove_node_team(me));

	memset(in, v + 1, (size_t)nodes * count * 8);
	written[number][v] = number;
	TRY(call(me, kind, in, out, count));
	for (int u = 0; u < nodes; u++)
		HOLDS(!kinds[kind].sees(u, v, nodes) || written[number][u] == number);
	memset(in, 0xff, (size_t)nodes * count * 8);
	memset(out, 0xff, (size_t)nodes * count * 8);
	return 0;
}

static int all_rounds(struct grove_node *me, void *argument)
{
	size_t room = (size_t)grove_team_nodes(grove_node_team(me)) * BYTES;
	FREED double *in = malloc(room), *out = malloc(room);

	for (int kind = 0; kind < KINDS; kind++)
		for (int s = 0; s < SIZES * 2; s++)
			TRY(one_round(
				me, kind, in, out, counts[s % SIZES], kind * SIZES * 2 + s + 1));
	return 0;
}

static void on_network(const char *network, int nodes)
{
	memset(written, 0, sizeof written);
	run_in(OPEN_TEAM(.network = network, .timeout = 60), all_rounds);
	for (int v = 0; v < nodes; v++)
		assert_int_equal(written[KINDS * SIZES * 2][v], KINDS * SIZES * 2);
}

TEST("what was written before a call is visible after it on a cube")
{
	on_network("cube:2", 4);
}

TEST("what was written before a call is visible after it on a complete network")
{
	on_network("gh:3", 3);
}

TEST("what was written before a call is visible after it on a ring")
{
	on_network("ring:5", 5);
}
