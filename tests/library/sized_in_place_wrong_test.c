/* Collectives in place whose blocks have sizes of their own: wrong sizes, and buffers that are not
 * in place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "grove_measure.h"

enum {
	NODES = 4,
	BYTES = 24
};

static const size_t usual[NODES] = { BYTES, BYTES, BYTES, BYTES };

struct answers {
	int result[NODES];
	char line[NODES][256];
};

/* Node 2 says another size for its exchange with node 1 than node 1 does. */
static int differ(struct grove_node *me, void *argument)
{
	static unsigned char out[NODES][NODES * BYTES];
	static const size_t other[NODES] = { BYTES, 16, BYTES, BYTES };
	struct answers *a = argument;
	int v = grove_node_number(me);

	a->result[v] = grove_alltoallv(
		me, GROVE_IN_PLACE, NULL, NULL, out[v], v == 2 ? other : usual, NULL);
	if (!a->result[v]) /* a node whose own sizes are right may return before the others */
		a->result[v] = grove_barrier(me);
	snprintf(a->line[v], sizeof a->line[v], "%s", grove_why());
	return a->result[v];
}

TEST("an exchange of two sizes is named on all nodes")
{
	static const struct grove_pace pace = { 1e-5, 1e-9 };
	static const struct grove_team_options options[] = {
		{ .network = "cube:2", .timeout = 5 },
		{ .network = "gh:4", .timeout = 5 },
		{ .network = "cube:2", .timeout = 5, .pace = &pace },
	};

	for (size_t i = 0; i < sizeof options / sizeof *options; i++) {
		struct answers a = { 0 };
		AUTO(grove_team) team = NULL;

		assert_int_equal(grove_team_open(&team, &options[i]), 0);
		assert_int_equal(grove_team_run(team, differ, &a), -EINVAL);
		for (int v = 0; v < NODES; v++) {
			assert_int_equal(a.result[v], -EINVAL);
			assert_string_equal(a.line[v], a.line[0]);
		}
		if (!strstr(a.line[0], "node 1 sends 24 bytes to node 2, which expects 16"))
			assert_non_null(strstr(
				a.line[0], "node 2 sends 16 bytes to node 1, which expects 24"));
	}
}

#define REFUSED(call, line) HOLDS((call) == -EINVAL && strstr(grove_why(), line))

NODES_TEST("wrong places are refused", run_in(OPEN_TEAM(.network = "gh:2"), body))
{
	static unsigned char buffer[2][64];
	static const size_t eight[2] = { 8, 8 }, huge[2] = { SIZE_MAX / 2, SIZE_MAX / 2 };
	int v = grove_node_number(me);
	unsigned char *b = buffer[v];
	struct grove_subarray rows = { .bytes = 4, .rows = 2, .stride = 8 };
	struct grove_blocks blocks = { eight, eight, eight + v, NULL };
	struct grove_operation o = {
		.verb = "reducescatter", .in = GROVE_IN_PLACE, .out = b, .type = GROVE_U8
	};
	void *place = GROVE_IN_PLACE;

	REFUSED(grove_gatherv(me, place, 8, b, eight, NULL, !v), "the root, node");
	REFUSED(grove_scatterv(me, b, eight, NULL, place, 8, !v), "the root, node");
	REFUSED(grove_scatterv(me, place, eight, NULL, b, 8, v), "not for the input");
	REFUSED(grove_gatherv(me, b, 8, place, eight, NULL, v), "not for the output");
	REFUSED(grove_alltoallv(me, b, eight, NULL, place, eight, NULL), "the output");
	REFUSED(grove_allgatherv(me, place, 8, b, NULL, NULL), "output are NULL");
	REFUSED(grove_scatterv(me, b, NULL, NULL, place, 8, v), "input are NULL");
	REFUSED(grove_alltoallv(me, place, NULL, NULL, b, huge, NULL), "larger than memory");
	REFUSED(grove_alltoallv(me, place, NULL, NULL, NULL, eight, NULL), "is NULL");
	REFUSED(grove_allgatherv(me, place, 8, NULL, eight, NULL), "is NULL");
	o.blocks = &blocks;
	REFUSED(grove_call(me, &o), "in_at and out_at are NULL");
	blocks.in_at = NULL;
	o.out_subarrays = &rows;
	REFUSED(grove_call(me, &o), "without subarrays");
	o.blocks = NULL;
	o.count = 8;
	REFUSED(grove_call(me, &o), "without subarrays");
	return 0;
}
