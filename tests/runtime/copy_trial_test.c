/* Tests that a program's own runs decide how it copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/teams.h"
#include "library/handles.h"
#include "plan/program/program.h"
#include "runtime/node/team_state.h"

/* The linker calls this instead of the real clock (--wrap). */
int64_t __wrap_monotonic_now(void);
static int64_t now;

int64_t __wrap_monotonic_now(void)
{
	return now;
}

static const struct program programs[2 * TRIALS];
static struct way_trials trials;

BEFORE_EACH_TEST
{
	trials = (struct way_trials){ .now = NULL };
}

/* Runs a program that touches more than a core's own cache, with the time of a run by way. */
static enum way run(const struct program *program, const int64_t took[WAYS])
{
	enum way way = copy_trial_begin(&trials, program, true);

	now += took[way];
	if (trials.now)
		copy_trial_end(&trials);
	return way;
}

/* The way of a run in a trial: the three ways in turn. */
static enum way tried(int run)
{
	static const enum way turn[] = { WAY_USUAL, WAY_OTHER, WAY_PAST };

	return turn[run / TRIAL_TURN % 3];
}

static void expect_trial(const int64_t took[WAYS], enum way afterwards)
{
	for (int k = 0; k < TRIAL_RUNS; k++)
		assert_int_equal(run(programs, took), tried(k));
	for (int k = TRIAL_RUNS; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(programs, took), afterwards);
}

TEST("the fastest way stays and is tried again")
{
	expect_trial((const int64_t[]){ 2000, 1000, 1500 }, WAY_OTHER);
	expect_trial((const int64_t[]){ 1000, 1500, 1500 }, WAY_USUAL);
	expect_trial((const int64_t[]){ 1000, 950, 1500 }, WAY_USUAL);
	expect_trial((const int64_t[]){ 1000, 800, 1500 }, WAY_OTHER);
	assert_null(trials.now);
}

TEST("past the caches has to win by a quarter")
{
	expect_trial((const int64_t[]){ 1000, 1200, 700 }, WAY_PAST);
	expect_trial((const int64_t[]){ 1000, 1200, 800 }, WAY_USUAL);
	expect_trial((const int64_t[]){ 1000, 800, 700 }, WAY_OTHER);
	expect_trial((const int64_t[]){ 1000, 800, 500 }, WAY_PAST);
}

TEST("what fits in the core's own cache is not tried past the caches")
{
	static const int64_t took[] = { 1000, 500 };
	for (int k = 0; k < TRIAL_PERIOD; k++) {
		enum way way = copy_trial_begin(&trials, programs, false);

		assert_int_equal(
			way, k < TRIAL_RUNS && tried(k) != WAY_PAST ? tried(k) : WAY_OTHER);
		now += took[way];
		if (trials.now)
			copy_trial_end(&trials);
	}
}

TEST("the shortest run counts and not the first of a turn")
{
	static const int64_t shorter[TRIAL_RUNS] = {
		[0] = 1, [1] = 2, [6] = 50, [12] = 1, [13] = 2, [15] = 100
	};
	for (int k = 0; k < TRIAL_RUNS; k++) {
		int64_t took = shorter[k] ? shorter[k] : 900;

		run(programs, (const int64_t[]){ took, took, took });
	}
	assert_int_equal(copy_trial_begin(&trials, programs, true), WAY_OTHER);
}

TEST("a way that takes twice as long is given up in its first turn")
{
	static const int64_t slow[] = { 1000, 2002, 2002 }, fast[] = { 1000, 500, 1000 };
	for (int k = 0; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(programs, slow),
			k < 3 * TRIAL_TURN && k % TRIAL_TURN < TRIAL_WARM_UP ? tried(k)
									     : WAY_USUAL);
	expect_trial(fast, WAY_OTHER); /* the next trial begins where it always does */
}

TEST("a way with a slow run is tried on")
{
	for (int k = 0; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(programs, (const int64_t[]){ 1000,
						       k % TRIAL_TURN == 0 ? 9000 : 500, 1000 }),
			k < TRIAL_RUNS ? tried(k) : WAY_OTHER);
}

TEST("load in two rounds of three does not decide")
{
	for (int k = 0; k < TRIAL_PERIOD; k++) {
		int64_t load = k / TRIAL_TURN < 2 * WAYS ? 5000 : 0;

		assert_int_equal(run(programs, (const int64_t[]){ 1000 + load, 600 + load, 1800 }),
			k < TRIAL_RUNS ? tried(k) : WAY_OTHER);
	}
}

TEST("programs are tried apart")
{
	static const int64_t fast[] = { 2000, 1000, 2000 }, slow[] = { 1000, 2000, 2000 };
	const struct program *other = NULL;

	for (int k = 1; k < 2 * TRIALS && !other; k++)
		if ((uintptr_t)&programs[k] / 64 % TRIALS != (uintptr_t)programs / 64 % TRIALS)
			other = &programs[k];
	assert_non_null(other);
	for (int k = 0; k < TRIAL_RUNS; k++) {
		run(programs, fast);
		run(other, slow);
	}
	assert_int_equal(run(programs, fast), WAY_OTHER);
	assert_int_equal(run(other, slow), WAY_USUAL);
}

enum {
	BYTES = 64 << 10,
	SIDE = 128 /* of a matrix of doubles: two nodes have 64 KiB each */
};

/* What node 0 does in each run. A trial's losing ways are not seen again after a run. */
struct seen {
	struct grove_team *team;
	struct grove_plan *plan;
	size_t bytes;
	enum way way[TRIAL_RUNS];
};

static void note(struct seen *seen, int run)
{
	const struct node *me = team_inside(seen->team)->node;

	seen->way[run] = me->copying.past ? WAY_PAST : me->copying.alone ? WAY_OTHER : WAY_USUAL;
}

static int permute(struct grove_node *me, void *argument)
{
	static unsigned char in[2][BYTES], out[2][BYTES];
	static const int inversion[] = { 1, 0 };
	struct seen *seen = argument;
	int v = grove_node_number(me);

	for (int k = 0; k < TRIAL_RUNS; k++) {
		memset(in[v], 1 + v + k, seen->bytes);
		TRY(grove_permute(me, in[v], out[v], seen->bytes, inversion));
		HOLDS(out[v][seen->bytes - 1] == 2 - v + k);
		if (v == 0)
			note(seen, k);
	}
	return 0;
}

static int transpose(struct grove_node *me, void *argument)
{
	static double in[2][SIDE / 2][SIDE], out[2][SIDE / 2][SIDE];
	struct seen *seen = argument;
	int v = grove_node_number(me);

	for (int i = 0; i < SIDE / 2; i++)
		for (int j = 0; j < SIDE; j++)
			in[v][i][j] = (v * SIDE / 2 + i) * SIDE + j;
	for (int k = 0; k < TRIAL_RUNS; k++) {
		memset(out[v], 0, sizeof out[v]);
		TRY(grove_execute(me, seen->plan, in[v], out[v], sizeof in[v] / 2));
		for (int i = 0; i < SIDE / 2; i++)
			for (int j = 0; j < SIDE; j++)
				HOLDS(out[v][i][j] == (double)(j * SIDE + v * SIDE / 2 + i));
		if (v == 0)
			note(seen, k);
	}
	return 0;
}

static bool was_seen(const struct seen *seen, enum way way)
{
	for (int k = 0; k < TRIAL_RUNS; k++)
		if (seen->way[k] == way)
			return true;
	return false;
}

static void expect_seen(struct seen *seen, grove_body *body, bool other, bool past)
{
	assert_int_equal(grove_team_run(seen->team, body, seen), 0);
	assert_int_equal(was_seen(seen, WAY_OTHER), other);
	assert_int_equal(was_seen(seen, WAY_PAST), past);
}

TEST("the size of a program decides what is tried")
{
	struct seen seen = { .bytes = TRIAL_BYTES / 2 - 8 };

	MUST(grove_team_open(&seen.team, &(struct grove_team_options){ .network = "gh:2" }));
	team_inside(seen.team)->links.own_cache = 2 * BYTES - 1;
	expect_seen(&seen, permute, false, false);
	seen.bytes = TRIAL_BYTES / 2;
	expect_seen(&seen, permute, true, false);
	seen.bytes = BYTES;
	expect_seen(&seen, permute, true, true);
	assert_int_equal(grove_team_free(seen.team), 0);
}

TEST("a transposition is right in each way")
{
	struct grove_matrix matrix = { .rows = SIDE, .columns = SIDE, .item = sizeof(double) };
	struct seen seen = { 0 };

	seen.plan = PLAN_OF("gh:2", .collective = "alltoall",
		.bytes = sizeof(double[SIDE][SIDE]) / 4, .matrix = &matrix);
	for (int large = 0; large < 2; large++) {
		MUST(grove_team_open(
			&seen.team, &(struct grove_team_options){ .network = "gh:2" }));
		team_inside(seen.team)->links.own_cache = large ? 2 * BYTES - 1 : 2 * BYTES;
		expect_seen(&seen, transpose, true, large);
		assert_int_equal(grove_team_free(seen.team), 0);
	}
	grove_plan_free(seen.plan);
}
