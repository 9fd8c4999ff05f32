/* Which writes of other nodes before a call a node sees after the call, as grove.h says. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"

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

/* A call of node `me` with blocks of count doubles. */
struct call {
	struct grove_node *me;
	double *in, *out;
	size_t count;
	int nodes;
};

typedef int calling(const struct call *c);
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

static int broadcast(const struct call *c)
{
	return grove_broadcast(c->me, c->in, c->count * 8, ROOT);
}

static int reduce(const struct call *c)
{
	return grove_reduce(c->me, c->in, c->out, c->count, GROVE_F64, GROVE_SUM, ROOT);
}

static int scatter(const struct call *c)
{
	return grove_scatter(c->me, c->in, c->out, c->count * 8, ROOT);
}

static int gather(const struct call *c)
{
	return grove_gather(c->me, c->in, c->out, c->count * 8, ROOT);
}

static int allgather(const struct call *c)
{
	return grove_allgather(c->me, c->in, c->out, c->count * 8);
}

static int reducescatter(const struct call *c)
{
	return grove_reducescatter(c->me, c->in, c->out, c->count, GROVE_F64, GROVE_SUM);
}

static int allreduce(const struct call *c)
{
	return grove_allreduce(c->me, c->in, c->out, c->count, GROVE_F64, GROVE_SUM);
}

static int alltoall(const struct call *c)
{
	return grove_alltoall(c->me, c->in, c->out, c->count * 8);
}

static int alltoallv(const struct call *c)
{
	size_t bytes[NODES];

	for (int v = 0; v < c->nodes; v++)
		bytes[v] = c->count * 8;
	return grove_alltoallv(c->me, c->in, bytes, NULL, c->out, bytes, NULL);
}

static int allgatherv(const struct call *c)
{
	size_t bytes[NODES];

	for (int v = 0; v < c->nodes; v++)
		bytes[v] = c->count * 8;
	return grove_allgatherv(c->me, c->in, bytes[0], c->out, bytes, NULL);
}

static int scan(const struct call *c)
{
	return grove_scan(c->me, c->in, c->out, c->count, GROVE_F64, GROVE_SUM);
}

static int exscan(const struct call *c)
{
	return grove_exscan(c->me, c->in, c->out, c->count, GROVE_F64, GROVE_SUM);
}

static int permute(const struct call *c)
{
	int to[NODES];

	for (int v = 0; v < c->nodes; v++)
		to[v] = (v + c->nodes - 1) % c->nodes;
	return grove_permute(c->me, c->in, c->out, c->count * 8, to);
}

static int barrier(const struct call *c)
{
	return grove_barrier(c->me);
}

static int split(const struct call *c)
{
	struct grove_node *sub;
	int error = grove_split(c->me, grove_node_number(c->me) % 2, 0, NULL, &sub);

	return error ? error : grove_leave(sub);
}

static int messages(const struct call *c)
{
	int v = grove_node_number(c->me);

	return grove_sendrecv(c->me, c->in, c->count * 8, (v + c->nodes - 1) % c->nodes, c->out,
		c->count * 8, (v + 1) % c->nodes, 5, NULL);
}

static const struct {
	const char *name;
	calling *call;
	seeing *sees;
} kinds[] = {
	{ "broadcast", broadcast, of_root },
	{ "scatter", scatter, of_root },
	{ "reduce", reduce, at_root },
	{ "gather", gather, at_root },
	{ "allgather", allgather, of_all },
	{ "allgatherv", allgatherv, of_all },
	{ "allreduce", allreduce, of_all },
	{ "reducescatter", reducescatter, of_all },
	{ "alltoall", alltoall, of_all },
	{ "alltoallv", alltoallv, of_all },
	{ "barrier", barrier, of_all },
	{ "split", split, of_all },
	{ "scan", scan, of_lower },
	{ "exscan", exscan, of_lower },
	{ "permute", permute, of_next },
	{ "send", messages, of_next },
};

enum {
	KINDS = sizeof kinds / sizeof kinds[0],
	SIZES = sizeof counts / sizeof counts[0]
};

static int one_round(const struct call *c, int kind, int number)
{
	int me = grove_node_number(c->me), error;

	memset(c->in, me + 1, (size_t)c->nodes * c->count * 8);
	written[number][me] = number;
	error = kinds[kind].call(c);
	if (error)
		return error;
	for (int u = 0; u < c->nodes; u++)
		if (kinds[kind].sees(u, me, c->nodes) && written[number][u] != number)
			printf("# %s: node %d does not see node %d\n", kinds[kind].name, me, u);
		else if (kinds[kind].sees(u, me, c->nodes))
			error++;
	memset(c->in, 0xff, (size_t)c->nodes * c->count * 8);
	memset(c->out, 0xff, (size_t)c->nodes * c->count * 8);
	return error;
}

/* How many writes node v must see. */
static int promised(seeing *sees, int v, int nodes)
{
	int sum = 0;

	for (int u = 0; u < nodes; u++)
		sum += sees(u, v, nodes);
	return sum;
}

static int all_rounds(struct grove_node *me, void *argument)
{
	int v = grove_node_number(me), nodes = *(int *)argument, number = 1, wrong = 0;
	struct call c = { me, malloc((size_t)nodes * BYTES), malloc((size_t)nodes * BYTES), 0,
		nodes };

	for (int kind = 0; kind < KINDS && !wrong; kind++)
		for (int s = 0; s < SIZES * 2 && !wrong; s++) {
			c.count = counts[s % SIZES];
			wrong = one_round(&c, kind, number++) !=
				promised(kinds[kind].sees, v, nodes);
			if (wrong)
				printf("# %s, %zu elements: %s\n", kinds[kind].name, c.count,
					grove_why());
		}
	free(c.in);
	free(c.out);
	return wrong ? -1 : 0;
}

static void on_network(const char *network, int nodes)
{
	AUTO(grove_team) team = NULL;

	memset(written, 0, sizeof written);
	team = OPEN_TEAM(.network = network, .timeout = 60);
	assert_int_equal(grove_team_run(team, all_rounds, &nodes), 0);
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
