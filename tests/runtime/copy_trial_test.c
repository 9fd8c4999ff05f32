/* Tests that a program's own runs decide how it copies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>
#include "grove.h"
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

/* Runs a program that touches more than a core's own cache, with the time of a run by way. */
static enum way run(
	struct way_trials *trials, const struct program *program, const int64_t took[WAYS])
{
	enum way way = copy_trial_begin(trials, program, true);

	now += took[way];
	if (trials->now)
		copy_trial_end(trials);
	return way;
}

/* The way of a run in a trial: the three ways in turn. */
static enum way tried(int run)
{
	static const enum way turn[] = { WAY_USUAL, WAY_OTHER, WAY_PAST };

	return turn[run / TRIAL_TURN % 3];
}

static void expect_trial(struct way_trials *trials, const int64_t took[WAYS], enum way afterwards)
{
	for (int k = 0; k < TRIAL_RUNS; k++)
		assert_int_equal(run(trials, programs, took), tried(k));
	for (int k = TRIAL_RUNS; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(trials, programs, took), afterwards);
}

static void the_fastest_way_stays_and_is_tried_again(void **state)
{
	struct way_trials trials = { .now = NULL };

	expect_trial(&trials, (const int64_t[]){ 2000, 1000, 1500 }, WAY_OTHER);
	expect_trial(&trials, (const int64_t[]){ 1000, 1500, 1500 }, WAY_USUAL);
	expect_trial(&trials, (const int64_t[]){ 1000, 950, 1500 }, WAY_USUAL);
	expect_trial(&trials, (const int64_t[]){ 1000, 800, 1500 }, WAY_OTHER);
	assert_null(trials.now);
}

static void past_the_caches_has_to_win_by_a_quarter(void **state)
{
	struct way_trials trials = { .now = NULL };

	expect_trial(&trials, (const int64_t[]){ 1000, 1200, 700 }, WAY_PAST);
	expect_trial(&trials, (const int64_t[]){ 1000, 1200, 800 }, WAY_USUAL);
	expect_trial(&trials, (const int64_t[]){ 1000, 800, 700 }, WAY_OTHER);
	expect_trial(&trials, (const int64_t[]){ 1000, 800, 500 }, WAY_PAST);
}

static void what_fits_in_the_core_s_own_cache_is_not_tried_past_the_caches(void **state)
{
	static const int64_t took[] = { 1000, 500 };
	struct way_trials trials = { .now = NULL };

	for (int k = 0; k < TRIAL_PERIOD; k++) {
		enum way way = copy_trial_begin(&trials, programs, false);

		assert_int_equal(
			way, k < TRIAL_RUNS && tried(k) != WAY_PAST ? tried(k) : WAY_OTHER);
		now += took[way];
		if (trials.now)
			copy_trial_end(&trials);
	}
}

static void the_shortest_run_counts_and_not_the_first_of_a_turn(void **state)
{
	static const int64_t shorter[TRIAL_RUNS] = {
		[0] = 1, [1] = 2, [6] = 50, [12] = 1, [13] = 2, [15] = 100
	};
	struct way_trials trials = { .now = NULL };

	for (int k = 0; k < TRIAL_RUNS; k++) {
		int64_t took = shorter[k] ? shorter[k] : 900;

		run(&trials, programs, (const int64_t[]){ took, took, took });
	}
	assert_int_equal(copy_trial_begin(&trials, programs, true), WAY_OTHER);
}

static void a_way_that_takes_twice_as_long_is_given_up_in_its_first_turn(void **state)
{
	static const int64_t slow[] = { 1000, 2002, 2002 }, fast[] = { 1000, 500, 1000 };
	struct way_trials trials = { .now = NULL };

	for (int k = 0; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(&trials, programs, slow),
			k < 3 * TRIAL_TURN && k % TRIAL_TURN < TRIAL_WARM_UP ? tried(k)
									     : WAY_USUAL);
	expect_trial(&trials, fast, WAY_OTHER); /* the next trial begins where it always does */
}

static void a_way_with_a_slow_run_is_tried_on(void **state)
{
	struct way_trials trials = { .now = NULL };

	for (int k = 0; k < TRIAL_PERIOD; k++)
		assert_int_equal(
			run(&trials, programs,
				(const int64_t[]){ 1000, k % TRIAL_TURN == 0 ? 9000 : 500, 1000 }),
			k < TRIAL_RUNS ? tried(k) : WAY_OTHER);
}

static void load_in_two_rounds_of_three_does_not_decide(void **state)
{
	struct way_trials trials = { .now = NULL };

	for (int k = 0; k < TRIAL_PERIOD; k++) {
		int64_t load = k / TRIAL_TURN < 2 * WAYS ? 5000 : 0;

		assert_int_equal(run(&trials, programs,
					 (const int64_t[]){ 1000 + load, 600 + load, 1800 }),
			k < TRIAL_RUNS ? tried(k) : WAY_OTHER);
	}
}

static void programs_are_tried_apart(void **state)
{
	static const int64_t fast[] = { 2000, 1000, 2000 }, slow[] = { 1000, 2000, 2000 };
	struct way_trials trials = { .now = NULL };
	const struct program *other = NULL;

	for (int k = 1; k < 2 * TRIALS && !other; k++)
		if ((uintptr_t)&programs[k] / 64 % TRIALS != (uintptr_t)programs / 64 % TRIALS)
			other = &programs[k];
	assert_non_null(other);
	for (int k = 0; k < TRIAL_RUNS; k++) {
		run(&trials, programs, fast);
		run(&trials, other, slow);
	}
	assert_int_equal(run(&trials, programs, fast), WAY_OTHER);
	assert_int_equal(run(&trials, other, slow), WAY_USUAL);
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
	int v = grove_node_number(me), error = 0;

	for (int k = 0; k < TRIAL_RUNS && !error; k++) {
		memset(in[v], 1 + v + k, seen->bytes);
		error = grove_permute(me, in[v], out[v], seen->bytes, inversion);
		if (!error && out[v][seen->bytes - 1] != 2 - v + k)
			return -1;
		if (v == 0)
			note(seen, k);
	}
	return error;
}

static int transpose(struct grove_node *me, void *argument)
{
	static double in[2][SIDE / 2][SIDE], out[2][SIDE / 2][SIDE];
	struct seen *seen = argument;
	int v = grove_node_number(me), error = 0;

	for (int i = 0; i < SIDE / 2; i++)
		for (int j = 0; j < SIDE; j++)
			in[v][i][j] = (v * SIDE / 2 + i) * SIDE + j;
	for (int k = 0; k < TRIAL_RUNS && !error; k++) {
		memset(out[v], 0, sizeof out[v]);
		error = grove_execute(me, seen->plan, in[v], out[v], sizeof in[v] / 2);
		for (int i = 0; i < SIDE / 2 && !error; i++)
			for (int j = 0; j < SIDE; j++)
				if (out[v][i][j] != (double)(j * SIDE + v * SIDE / 2 + i))
					return -1;
		if (v == 0)
			note(seen, k);
	}
	return error;
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

static void the_size_of_a_program_decides_what_is_tried(void **state)
{
	struct seen seen = { .bytes = TRIAL_BYTES / 2 - 8 };

	assert_int_equal(
		grove_team_open(&seen.team, &(struct grove_team_options){ .network = "gh:2" }), 0);
	team_inside(seen.team)->links.own_cache = 2 * BYTES - 1;
	expect_seen(&seen, permute, false, false);
	seen.bytes = TRIAL_BYTES / 2;
	expect_seen(&seen, permute, true, false);
	seen.bytes = BYTES;
	expect_seen(&seen, permute, true, true);
	assert_int_equal(grove_team_free(seen.team), 0);
}

static void a_transposition_is_right_in_each_way(void **state)
{
	struct grove_matrix matrix = { .rows = SIDE, .columns = SIDE, .item = sizeof(double) };
	struct grove_problem problem = { .collective = "alltoall",
		.bytes = sizeof(double[SIDE][SIDE]) / 4,
		.matrix = &matrix };
	struct seen seen = { 0 };

	assert_int_equal(grove_plan_make(&seen.plan, "gh:2", &problem), 0);
	for (int large = 0; large < 2; large++) {
		assert_int_equal(grove_team_open(&seen.team,
			&(struct grove_team_options){ .network = "gh:2" }), 0);
		team_inside(seen.team)->links.own_cache = large ? 2 * BYTES - 1 : 2 * BYTES;
		expect_seen(&seen, transpose, true, large);
		assert_int_equal(grove_team_free(seen.team), 0);
	}
	grove_plan_free(seen.plan);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_fastest_way_stays_and_is_tried_again),
		cmocka_unit_test(past_the_caches_has_to_win_by_a_quarter),
		cmocka_unit_test(what_fits_in_the_core_s_own_cache_is_not_tried_past_the_caches),
		cmocka_unit_test(the_shortest_run_counts_and_not_the_first_of_a_turn),
		cmocka_unit_test(a_way_that_takes_twice_as_long_is_given_up_in_its_first_turn),
		cmocka_unit_test(a_way_with_a_slow_run_is_tried_on),
		cmocka_unit_test(load_in_two_rounds_of_three_does_not_decide),
		cmocka_unit_test(programs_are_tried_apart),
		cmocka_unit_test(the_size_of_a_program_decides_what_is_tried),
		cmocka_unit_test(a_transposition_is_right_in_each_way),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
