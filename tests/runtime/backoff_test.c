/* Backoff: how long a thread that waits stays awake, and whether it leaves its core to others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "runtime/machine/cpus.h"
#include "runtime/node/team_state.h"
#include "runtime/team/team_threads.h"
#include "runtime/drive/wait.h"

enum {
	CORES = 4
};

int __wrap_cores_usable(void);

int __wrap_cores_usable(void)
{
	return CORES;
}

static struct team *chosen(enum waiting waiting, int workers)
{
	static struct team team;

	team.workers = workers;
	backoff_choose(&team, waiting, CORES);
	return &team;
}

static bool yields(struct backoff backoff)
{
	return backoff.spin == 0;
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

static int cores_on(int threads, const int *cpu)
{
	struct worker workers[CORES] = { 0 };
	struct team team = { .threads = threads, .worker = workers };

	for (int w = 0; w < threads; w++)
		store_own(&workers[w].cpu, cpu[w]);
	return threads_cores(&team);
}

/* A core that no thread of the team uses is there for the thread that dispatches. */
static void threads_that_share_a_cpu_have_fewer_cores(void **state)
{
	(void)state;
	assert_int_equal(cores_on(3, (int[]){ 0, 1, 2 }), CORES);
	assert_int_equal(cores_on(3, (int[]){ 1, 1, 1 }), 1);
	assert_int_equal(cores_on(3, (int[]){ 0, 2, 0 }), 2);
	assert_int_equal(cores_on(2, (int[]){ 0, -1 }), CORES);
	assert_int_equal(cores_on(0, NULL), CORES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		{ "with a core for each thread, spinning threads keep theirs",
			spinning_with_a_core_for_each_thread, NULL, NULL, NULL },
		{ "with fewer cores than threads, spinning threads yield and never park",
			spinning_with_fewer_cores_than_threads, NULL, NULL, NULL },
		{ "threads that are bound to the same cpu have fewer cores than the process",
			threads_that_share_a_cpu_have_fewer_cores, NULL, NULL, NULL },
		{ "yielding and parking are as they were asked for", waiting_as_it_was_asked_for,
			NULL, NULL, NULL },
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
