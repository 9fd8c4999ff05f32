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

/* The linker puts this in front of the real clock (--wrap). */
int64_t __wrap_monotonic_now(void);
static int64_t now;

int64_t __wrap_monotonic_now(void)
{
	return now;
}

static const struct program programs[2 * TRIALS];

/* Runs the program, with the time of a run by way. Returns the way. */
static bool run(struct way_trials *trials, const struct program *program, const int64_t took[2])
{
	bool other = copy_trial_begin(trials, program);

	now += took[other];
	if (trials->now)
		copy_trial_end(trials);
	return other;
}

static void expect_trial(struct way_trials *trials, const int64_t took[2], bool afterwards)
{
	for (int k = 0; k < TRIAL_RUNS; k++)
		assert_int_equal(run(trials, programs, took), k / TRIAL_TURN % 2);
	for (int k = TRIAL_RUNS; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(trials, programs, took), afterwards);
}

static void the_faster_way_stays_and_is_tried_again(void **state)
{
	struct way_trials trials = { .now = NULL };

	(void)state;
	expect_trial(&trials, (const int64_t[]){ 2000, 1000 }, true);
	expect_trial(&trials, (const int64_t[]){ 1000, 2000 }, false);
	expect_trial(&trials, (const int64_t[]){ 1000, 950 }, false);
	expect_trial(&trials, (const int64_t[]){ 1000, 800 }, true);
	assert_null(trials.now);
}

static void the_shortest_run_counts_and_not_the_first_of_a_turn(void **state)
{
	static const int64_t took[TRIAL_RUNS] = { 1, 2, 900, 900, 900, 900, 50, 900, 1, 2, 900, 100,
		900, 900, 900, 900 };
	struct way_trials trials = { .now = NULL };

	(void)state;
	for (int k = 0; k < TRIAL_RUNS; k++)
		run(&trials, programs, (const int64_t[]){ took[k], took[k] });
	assert_true(copy_trial_begin(&trials, programs));
}

static void a_way_that_takes_twice_as_long_is_given_up_at_once(void **state)
{
	static const int64_t slow[2] = { 1000, 2002 }, fast[2] = { 1000, 500 };
	struct way_trials trials = { .now = NULL };

	(void)state;
	for (int k = 0; k < TRIAL_PERIOD; k++)
		assert_int_equal(run(&trials, programs, slow), k == TRIAL_TURN);
	expect_trial(&trials, fast, true); /* the next trial begins where it always does */
}

static void programs_are_tried_apart(void **state)
{
	static const int64_t fast[2] = { 2000, 1000 }, slow[2] = { 1000, 2000 };
	struct way_trials trials = { .now = NULL };
	const struct program *other = NULL;

	(void)state;
	for (int k = 1; k < 2 * TRIALS && !other; k++)
		if ((uintptr_t)&programs[k] / 64 % TRIALS != (uintptr_t)programs / 64 % TRIALS)
			other = &programs[k];
	assert_non_null(other);
	for (int k = 0; k < TRIAL_RUNS; k++) {
		run(&trials, programs, fast);
		run(&trials, other, slow);
	}
	assert_true(run(&trials, programs, fast));
	assert_false(run(&trials, other, slow));
}

enum {
	RUNS = 2 * TRIAL_TURN,
	BYTES = 64 << 10
};

struct seen {
	struct grove_team *team;
	size_t bytes;
	bool past[RUNS], alone[RUNS];
};

static int permute(struct grove_node *me, void *argument)
{
	static unsigned char in[2][BYTES], out[2][BYTES];
	static const int inversion[] = { 1, 0 };
	struct seen *seen = argument;
	int v = grove_node_number(me), error = 0;

	for (int k = 0; k < RUNS && !error; k++) {
		memset(in[v], 1 + v + k, seen->bytes);
		error = grove_permute(me, in[v], out[v], seen->bytes, inversion);
		if (!error && out[v][seen->bytes - 1] != 2 - v + k)
			return -1;
		if (v == 0) {
			seen->past[k] = team_inside(seen->team)->node->past;
			seen->alone[k] = team_inside(seen->team)->node->alone;
		}
	}
	return error;
}

static void expect_seen(struct seen *seen, size_t bytes, bool past, bool alone)
{
	seen->bytes = bytes;
	assert_int_equal(grove_team_run(seen->team, permute, seen), 0);
	for (int k = 0; k < RUNS; k++) {
		assert_int_equal(seen->past[k], past && k >= TRIAL_TURN);
		assert_int_equal(seen->alone[k], alone && k >= TRIAL_TURN);
	}
}

static void the_size_of_a_program_decides_what_is_tried(void **state)
{
	struct seen seen = { 0 };

	(void)state;
	assert_int_equal(
		grove_team_open(&seen.team, &(struct grove_team_options){ .network = "gh:2" }), 0);
	expect_seen(&seen, TRIAL_BYTES / 2 - 8, false, false);
	expect_seen(&seen, TRIAL_BYTES / 2, false, true);
	team_inside(seen.team)->cached = 2 * BYTES - 1;
	expect_seen(&seen, BYTES, true, false);
	assert_int_equal(grove_team_free(seen.team), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_faster_way_stays_and_is_tried_again),
		cmocka_unit_test(the_shortest_run_counts_and_not_the_first_of_a_turn),
		cmocka_unit_test(a_way_that_takes_twice_as_long_is_given_up_at_once),
		cmocka_unit_test(programs_are_tried_apart),
		cmocka_unit_test(the_size_of_a_program_decides_what_is_tried),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
