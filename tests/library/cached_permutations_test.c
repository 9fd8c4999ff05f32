/* Calls that verbs keep: a permutation is found again by its numbers, not by its array. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "library/handles.h"
#include "library/prepared.h"
#include "tests/topology_help.h"
#include "runtime/node/team_state.h"

enum {
	NODES = 8,
	ROUNDS = 40,
	SHIFTS = 5,
	SIZES = 200
};

static struct grove_team *open_team(int threads)
{
	return OPEN_TEAM(.network = "cube:3", .threads = threads, .timeout = 20);
}

static void shift(int permutation[NODES], int by)
{
	for (int v = 0; v < NODES; v++)
		permutation[v] = (v + by) % NODES;
}

/* Calls permute with an array that changes in place. Node v gets what node v - by sent. */
static int shift_in_turn(struct grove_node *me, void *argument)
{
	int permutation[NODES], v = grove_node_number(me);

	for (int i = 0; i < ROUNDS; i++) {
		int by = 1 + i % SHIFTS, sent = 1000 * i + v, got = -1;

		shift(permutation, by);
		TRY(grove_permute(me, &sent, &got, sizeof sent, permutation));
		HOLDS(got == 1000 * i + (v - by + NODES) % NODES);
	}
	return 0;
}

/* Does the same with one array for all nodes, which node 0 changes between two barriers. */
static int shift_together(struct grove_node *me, void *argument)
{
	static int permutation[NODES];
	int v = grove_node_number(me);

	for (int i = 0; i < ROUNDS; i++) {
		int by = 1 + i % SHIFTS, sent = 1000 * i + v, got = -1;

		if (v == 0)
			shift(permutation, by);
		TRY(grove_barrier(me));
		TRY(grove_permute(me, &sent, &got, sizeof sent, permutation));
		TRY(grove_barrier(me));
		HOLDS(got == 1000 * i + (v - by + NODES) % NODES);
	}
	return 0;
}

/* Runs the body on threads of the nodes' own and on threads that the nodes share. */
static void run(grove_body *body)
{
	static const int threads[] = { NODES, 2, 1 };

	for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
		AUTO(grove_team) team = open_team(threads[i]);

		if (grove_team_run(team, body, NULL))
			fail_msg("%d threads: %s", threads[i], grove_why());
	}
}

TEST("kept calls: an array that changes in place is seen")
{
	run(shift_in_turn);
	run(shift_together);
}

/* Returns true if node `me` has a prepared call for this request. */
static bool is_kept(struct node *me, const int *permutation, size_t count)
{
	int in = 0, out;
	struct collective_request request = { .collective = PERMUTE,
		.in = &in,
		.out = &out,
		.count = count,
		.permutation = permutation };

	return prepared_find(me, &request) != NULL;
}

NODES_TEST("kept calls: permute keeps what it found", run(body))
{
	int permutation[NODES], other[NODES], sent = 1, got;
	struct node *node = node_inside(me);

	shift(permutation, 1);
	shift(other, 2);
	HOLDS(!is_kept(node, permutation, sizeof sent));
	TRY(grove_permute(me, &sent, &got, sizeof sent, permutation));
	HOLDS(!is_kept(node, other, sizeof sent));
	HOLDS(!is_kept(node, permutation, 2 * sizeof sent));
	HOLDS(is_kept(node, permutation, sizeof sent));
	return 0;
}

static void exchange(int *permutation, int a, int b)
{
	int before = permutation[a];

	permutation[a] = permutation[b];
	permutation[b] = before;
}

/* Calls more permutations than a table has entries, and counts the plans that are kept. */
NODES_TEST("kept calls: a plan goes with its last user", run_in(open_team(1), body))
{
	const struct cached_team *kept = node_inside(me)->team->kept;
	int permutation[NODES], plans = 0, sent = 1, got;

	for (int i = 0; i < 2 * PREPARED; i++) {
		shift(permutation, i % NODES);
		exchange(permutation, 0, i / NODES % NODES);
		exchange(permutation, 1, i / NODES / NODES);
		TRY(grove_permute(me, &sent, &got, sizeof sent, permutation));
	}
	TRY(grove_barrier(me));
	for (const struct cached_plan *p = kept->plans; p; p = p->next)
		plans += collective_permutes(p->plan->problem.collective);
	return plans && plans <= PREPARED ? 0 : -E2BIG;
}

/* Calls of many sizes push each other out of the table, while other nodes of the thread still make
 * an earlier call. */
NODES_TEST("kept calls: calls that push each other out stay apart", run(body))
{
	static unsigned char buffers[NODES][SIZES];
	unsigned char *buffer = buffers[grove_node_number(me)];

	for (int i = 0; i < 2 * SIZES; i++) {
		size_t bytes = 1 + (size_t)i % SIZES;
		int root = i % NODES;

		memset(buffer, grove_node_number(me) == root ? 1 + i % 200 : 0, SIZES);
		TRY(grove_broadcast(me, buffer, bytes, root));
		HOLDS(buffer[0] == 1 + i % 200 && buffer[bytes - 1] == 1 + i % 200);
	}
	return 0;
}
