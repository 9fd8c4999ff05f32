/* Patience: how long a thread that waits stays awake, and whether it leaves its core to others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "runtime/team/team_state.h"
#include "runtime/team/wait.h"

enum {
	CORES = 4
};

static struct team *chosen(enum waiting waiting, int workers)
{
	static struct team team;

	team.workers = workers;
	patience_choose(&team, waiting, CORES);
	return &team;
}

static bool yields(struct patience patience)
{
	return patience.spin == 0;
}

static void spinning_with_a_core_for_each_thread(void **state)
{
	(void)state;
	assert_false(yields(chosen(WAIT_SPIN, 1)->call));
	assert_false(yields(chosen(WAIT_SPIN, CORES)->call));
	assert_false(yields(chosen(WAIT_SPIN, CORES - 1)->dispatch));
}

static void spinning_with_fewer_cores_than_threads(void **state)
{
	(void)state;
	assert_true(yields(chosen(WAIT_SPIN, CORES + 1)->call));
	assert_true(yields(chosen(WAIT_SPIN, 100)->idle));
	assert_true(yields(chosen(WAIT_SPIN, CORES)->dispatch));
	assert_int_equal(chosen(WAIT_SPIN, 100)->call.awake, INT64_MAX); /* no thread parks */
}

static void waiting_as_it_was_asked_for(void **state)
{
	(void)state;
	assert_true(yields(chosen(WAIT_YIELD, 1)->call));
	assert_int_equal(chosen(WAIT_PARK, 1)->call.awake, 0);
	assert_int_equal(chosen(WAIT_PARK, 100)->call.awake, 0);
	assert_true(yields(chosen(WAIT_AUTO, CORES + 1)->call));
	assert_false(yields(chosen(WAIT_AUTO, CORES)->call));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "with a core for each thread, spinning threads keep theirs",
			spinning_with_a_core_for_each_thread, NULL, NULL, NULL },
		{ "with fewer cores than threads, spinning threads yield and never park",
			spinning_with_fewer_cores_than_threads, NULL, NULL, NULL },
		{ "yielding and parking are as they were asked for", waiting_as_it_was_asked_for,
			NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
