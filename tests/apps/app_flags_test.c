/* Tests of the flags that applications give their figures. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "apps/app_flags.h"

static const struct app_session pair = { .nodes = 2, .threads = 2 };
static const struct interval quiet = { 1, 0.99, 1.01, 100 };

/* A look at a second after the process began, with barriers of so many microseconds. */
static struct app_sight sight(double at, double waited, double low, double high)
{
	return (struct app_sight){
		.at = at, .waited = waited, .barrier = { (low + high) / 2, low, high, 99 }
	};
}

static int flags_between(struct app_sight before, struct app_sight after)
{
	return flags_of(&pair, &quiet, &before, &after);
}

static void cores_that_move_are_flagged_whichever_way_they_move(void **state)
{
	(void)state;
	assert_int_equal(flags_between(sight(0, 0, 0.9, 1.1), sight(1, 0, 1.8, 2.2)), APP_MOVED);
	assert_int_equal(flags_between(sight(0, 0, 1.8, 2.2), sight(1, 0, 0.9, 1.1)), APP_MOVED);
	assert_int_equal(flags_between(sight(0, 0, 0.9, 1.1), sight(1, 0, 0.9, 1.1)), 0);
}

static void a_small_difference_or_a_wide_interval_is_no_move(void **state)
{
	(void)state;
	assert_int_equal(flags_between(sight(0, 0, 0.99, 1.01), sight(1, 0, 1.3, 1.32)), 0);
	assert_int_equal(flags_between(sight(0, 0, 0.5, 2.5), sight(1, 0, 2, 6)), 0);
}

static void a_team_with_one_thread_has_no_cores_that_move(void **state)
{
	(void)state;
	assert_int_equal(flags_between((struct app_sight){ 0 }, sight(1, 0, 1, 2)), 0);
	assert_int_equal(flags_between(sight(0, 0, 1, 2), (struct app_sight){ .at = 1 }), 0);
}

static void threads_that_wait_for_others_are_flagged(void **state)
{
	(void)state;
	assert_int_equal(flags_between(sight(1, 3, 1, 1), sight(2, 3.2, 1, 1)), APP_LOADED);
	assert_int_equal(flags_between(sight(1, 3, 1, 1), sight(2, 3.05, 1, 1)), 0);
}

static void a_look_times_barriers_where_there_are_two_threads(void **state)
{
	struct common common = { 0 };
	struct app_session session = { 0 };
	struct app_sight sight;

	(void)state;
	for (int threads = 1; threads <= 2; threads++) {
		common.threads = threads == 1 ? "1" : "2";
		session_open(&session, &common, "cube:2");
		sight = sight_now(&session);
		assert_true(sight.at > 0 && sight.waited >= 0);
		assert_int_equal(sight.barrier.count, threads == 1 ? 0 : 99);
		assert_true(threads == 1 || sight.barrier.median > 0);
		session_close(&session);
	}
}

int main(void)
{
	static const struct CMUnitTest flags[] = {
		cmocka_unit_test(cores_that_move_are_flagged_whichever_way_they_move),
		cmocka_unit_test(a_small_difference_or_a_wide_interval_is_no_move),
		cmocka_unit_test(a_team_with_one_thread_has_no_cores_that_move),
		cmocka_unit_test(threads_that_wait_for_others_are_flagged),
		cmocka_unit_test(a_look_times_barriers_where_there_are_two_threads),
	};

	return cmocka_run_group_tests(flags, NULL, NULL);
}
