/* Collectives in place: the same results as with two buffers, by all plans and by verbs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/registry.h"
#include "tests/collective_help.h"
#include "tests/verbs.h"

enum {
	NODES = 24,
	BLOCK = 5003 /* bytes: packets are lent, and cut at 1000 */
};

static const char *const networks[] = { "cube:1", "cube:3", "gh:2x3", "star:3", "ccc:3", "ring:5",
	"mesh:3x2" };
static const size_t sizes[] = { 0, 8, BLOCK };

static unsigned char in[NODES][NODES * BLOCK], out[NODES][NODES * BLOCK];

/* Byte i of the block from node u to node v; where a block is for all or from all, v is 0. */
static unsigned char byte_of(int u, int v, size_t i)
{
	return (unsigned char)(u * 37 + v * 11 + (int)(i % 251) + 1);
}

static void put(unsigned char *block, int u, int v, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		block[i] = byte_of(u, v, i);
}

static bool has(const unsigned char *block, int u, int v, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++)
		if (block[i] != byte_of(u, v, i))
			return false;
	return true;
}

/* ---- What a node has before and after ---- */

struct trial {
	enum collective collective;
	int nodes, root;
	size_t bytes;
};

static struct grove_buffers buffers_before(const struct trial *t, int v)
{
	struct grove_buffers buffers = { in[v], out[v] };
	bool root = v == t->root;

	memset(in[v], 0xee, (size_t)t->nodes * t->bytes);
	memset(out[v], 0xee, (size_t)t->nodes * t->bytes);
	switch (t->collective) {
	case SCATTER:
		for (int u = 0; u < t->nodes && root; u++)
			put(in[v] + (size_t)u * t->bytes, t->root, u, t->bytes);
		if (root)
			buffers.out = GROVE_IN_PLACE;
		break;
	case ALLTOALL:
		for (int u = 0; u < t->nodes; u++)
			put(out[v] + (size_t)u * t->bytes, v, u, t->bytes);
		buffers.in = GROVE_IN_PLACE;
		break;
	default:
		put(in[v], v, 0, t->bytes);
		put(out[v] + (size_t)v * t->bytes, v, 0, t->bytes);
		if (t->collective == ALLGATHER || root)
			buffers.in = GROVE_IN_PLACE;
	}
	return buffers;
}

static bool right_after(const struct trial *t, int v)
{
	bool right = true;

	if (t->collective == SCATTER)
		return v == t->root ? has(in[v] + (size_t)v * t->bytes, v, v, t->bytes)
				    : has(out[v], t->root, v, t->bytes);
	for (int u = 0; u < t->nodes && (t->collective != GATHER || v == t->root); u++)
		right &= has(out[v] + (size_t)u * t->bytes, u, t->collective == ALLTOALL ? v : 0,
			t->bytes);
	return right;
}

/* ---- Plans ---- */

static void run(struct grove_team *team, const struct grove_plan *plan, const struct trial *t)
{
	struct grove_buffers buffers[NODES];

	for (int v = 0; v < t->nodes; v++)
		buffers[v] = buffers_before(t, v);
	if (grove_team_execute(team, plan, buffers, t->bytes))
		fail_msg("%s %s on %s: %s", collective_name(t->collective),
			grove_plan_heading(plan)->algorithm, grove_plan_heading(plan)->network,
			grove_why());
	for (int v = 0; v < t->nodes; v++)
		if (!right_after(t, v))
			fail_msg("%s %s on %s, root %d, %zu bytes: node %d",
				collective_name(t->collective), grove_plan_heading(plan)->algorithm,
				grove_plan_heading(plan)->network, t->root, t->bytes, v);
}

static void run_algorithm(
	struct grove_team *team, const char *network, struct trial t, const char *algorithm)
{
	static const char *const ways[] = { "copy", "reference" };

	for (int way = 0; way < (t.collective == ALLTOALL ? 1 : 2); way++) {
		struct grove_problem problem = { .collective = collective_name(t.collective),
			.algorithm = algorithm,
			.root = t.root,
			.packet = way ? 0 : 1000,
			.forward = ways[way] };
		AUTO(grove_plan) plan = NULL;

		if (grove_plan_make(&plan, network, &problem))
			fail_msg("%s on %s: %s", algorithm, network, grove_why());
		for (int i = 0; i < COUNT(sizes); i++) {
			t.bytes = sizes[i];
			run(team, plan, &t);
		}
	}
}

static const enum collective kinds[] = { SCATTER, GATHER, ALLGATHER, ALLTOALL };

TEST("all plans work in place")
{
	for (int i = 0; i < COUNT(networks); i++) {
		struct trial t = { 0 };
		AUTO(grove_team) team = NULL;
		struct network net;

		assert_int_equal(network_open(&net, networks[i]), 0);
		team = OPEN_TEAM(.network = networks[i], .threads = 1);
		t.nodes = net.nodes;
		for (int k = 0; k < COUNT(kinds); k++) {
			char name[ALGORITHM_NAME];

			t.collective = kinds[k];
			t.root = collective_rooted(t.collective) ? net.nodes - 1 : 0;
			for (int a = 0; !algorithm_name_at(name, t.collective, &net, a); a++)
				run_algorithm(team, networks[i], t, name);
		}
	}
}

TEST("an alltoall by reference is refused")
{
	struct grove_buffers buffers[2] = { { GROVE_IN_PLACE, out[0] },
		{ GROVE_IN_PLACE, out[1] } };
	AUTO(grove_plan)
	plan = PLAN_OF("cube:1", .collective = "alltoall", .forward = "reference");
	AUTO(grove_team) team = OPEN_TEAM(.network = "cube:1");

	REFUSES(grove_team_execute(team, plan, buffers, 8), EINVAL, "not with GROVE_IN_PLACE");
}

/* ---- Verbs ---- */

static int call(struct grove_node *me, const struct trial *t)
{
	int v = grove_node_number(me);
	struct grove_buffers b = buffers_before(t, v);

	TRY(call_verb(me, &(struct grove_operation){ .verb = collective_name(t->collective),
				  .in = b.in,
				  .out = b.out,
				  .count = t->bytes,
				  .root = t->root }));
	HOLDS(right_after(t, v));
	return 0;
}

static int call_all(struct grove_node *me, void *argument)
{
	struct trial t = { .nodes = grove_team_nodes(grove_node_team(me)) };

	for (int k = 0; k < COUNT(kinds); k++)
		for (int i = 0; i < COUNT(sizes); i++)
			for (t.root = 0; t.root < t.nodes; t.root++) {
				t.collective = kinds[k];
				t.bytes = sizes[i];
				TRY(call(me, &t));
			}
	return 0;
}

/* As the sanitizers see: no address is made from NULL. */
static int call_without_bytes(struct grove_node *me, void *argument)
{
	TRY(grove_allreduce(me, GROVE_IN_PLACE, NULL, 0, GROVE_U8, GROVE_SUM));
	return grove_allgather(me, GROVE_IN_PLACE, NULL, 0);
}

TEST("verbs work in place")
{
	for (int i = 0; i < COUNT(networks); i++) {
		AUTO(grove_team) team = OPEN_TEAM(.network = networks[i], .threads = 0);

		if (grove_team_run(team, call_all, NULL) ||
			grove_team_run(team, call_without_bytes, NULL))
			fail_msg("%s: %s", networks[i], grove_why());
	}
}
