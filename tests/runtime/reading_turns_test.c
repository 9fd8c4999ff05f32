/* Tests that the nodes of a thread read the blocks that all of them need in turns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "library/handles.h"
#include "runtime/node/team_state.h"

enum {
	NODES = 8,
	TURN = 64,
	BYTES = 15 * TURN + 40,
	WHOLE = 14 * TURN /* a size with no part of a turn left */
};

static unsigned char in[NODES][NODES * BYTES], out[NODES][NODES * BYTES];

static void open_team(struct grove_team **team, int threads, size_t own_cache)
{
	struct grove_team_options options = { .network = "cube:3", .threads = threads };

	assert_int_equal(grove_team_open(team, &options), 0);
	team_inside(*team)->links.own_cache = own_cache;
}

/* Executes the plan, and returns the moves of the last node. */
static uint64_t moves_of(struct grove_team *team, const char *collective, size_t bytes)
{
	struct grove_buffers buffers[NODES];
	uint64_t before = team_inside(team)->node[NODES - 1].moves;
	AUTO(grove_plan) plan = NULL;

	for (int v = 0; v < NODES; v++) {
		for (size_t k = 0; k < sizeof in[v]; k++)
			in[v][k] = (unsigned char)(k * 7 + (size_t)v * 31);
		memset(out[v], 0, sizeof out[v]);
		buffers[v] = (struct grove_buffers){ in[v], out[v] };
	}
	memcpy(out[0], in[0], bytes); /* of a broadcast */
	plan = PLAN_OF(
		"cube:3", .collective = collective, .algorithm = "sbt", .forward = "reference");
	assert_int_equal(grove_team_execute(team, plan, buffers, bytes), 0);
	return team_inside(team)->node[NODES - 1].moves - before;
}

static void expect_block(int v, size_t to, int origin, size_t from, size_t bytes)
{
	assert_memory_equal(out[v] + to * bytes, in[origin] + from * bytes, bytes);
}

/* Executes the collective with turns and without. Returns how many turns the last node ended. */
static uint64_t turns_of(const char *collective, int threads, size_t bytes)
{
	AUTO(grove_team) team = NULL;
	uint64_t whole, turns;

	open_team(&team, threads, (size_t)1 << 30);
	whole = moves_of(team, collective, bytes);
	team_inside(team)->links.own_cache = 4 * TURN;
	turns = moves_of(team, collective, bytes);
	return turns - whole;
}

TEST("a broadcast is read in turns")
{
	assert_int_equal(turns_of("broadcast", 2, BYTES), BYTES / TURN);
	for (int v = 0; v < NODES; v++)
		expect_block(v, 0, 0, 0, BYTES);
	assert_int_equal(turns_of("broadcast", 1, WHOLE), WHOLE / TURN);
	for (int v = 0; v < NODES; v++)
		expect_block(v, 0, 0, 0, WHOLE);
	assert_int_equal(turns_of("broadcast", 2, TURN - 1), 0);
}

TEST("an allgather is read in turns")
{
	assert_int_equal(turns_of("allgather", 2, BYTES), (NODES - 1) * (BYTES / TURN));
	for (int v = 0; v < NODES; v++)
		for (int origin = 0; origin < NODES; origin++)
			expect_block(v, (size_t)origin, origin, 0, BYTES);
}

TEST("blocks of a single reader are read at once")
{
	assert_int_equal(turns_of("alltoall", 2, BYTES), 0);
	for (int v = 0; v < NODES; v++)
		for (int origin = 0; origin < NODES; origin++)
			expect_block(v, (size_t)origin, origin, (size_t)v, BYTES);
	assert_int_equal(turns_of("scatter", 2, BYTES), 0);
}

TEST("a node with a thread of its own has no turns")
{
	assert_int_equal(turns_of("broadcast", NODES, BYTES), 0);
	assert_int_equal(turns_of("allgather", NODES, BYTES), 0);
}
