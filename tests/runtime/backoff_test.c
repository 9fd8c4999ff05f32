/* Backoff: how long a thread that waits stays awake, and whether it leaves its core to others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/test.h"
#include "runtime/node/team_state.h"
#include "runtime/team/team_threads.h"
#include "runtime/drive/wait.h"

enum {
	CORES = 4
};

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

TEST("with a core for each thread, spinning threads keep theirs")
{
	assert_false(yields(chosen(WAIT_SPIN, 1)->times.call));
	assert_false(yields(chosen(WAIT_SPIN, CORES)->times.call));
	assert_false(yields(chosen(WAIT_SPIN, CORES - 1)->times.dispatch));
}

TEST("with fewer cores than threads, spinning threads yield and never park")
{
	assert_true(yields(chosen(WAIT_SPIN, CORES + 1)->times.call));
	assert_true(yields(chosen(WAIT_SPIN, 100)->times.idle));
	assert_true(yields(chosen(WAIT_SPIN, CORES)->times.dispatch));
	assert_int_equal(chosen(WAIT_SPIN, 100)->times.call.awake, INT64_MAX); /* no thread parks */
}

TEST("yielding and parking are as they were asked for")
{
	assert_true(yields(chosen(WAIT_YIELD, 1)->times.call));
	assert_int_equal(chosen(WAIT_PARK, 1)->times.call.awake, 0);
	assert_int_equal(chosen(WAIT_PARK, 100)->times.call.awake, 0);
	assert_true(yields(chosen(WAIT_AUTO, CORES + 1)->times.call));
	assert_false(yields(chosen(WAIT_AUTO, CORES)->times.call));
}

static int cores_on(int threads, const int *cpu)
{
	struct worker workers[CORES] = { 0 };
	struct team team = { .threads = threads, .worker = workers };

	for (int w = 0; w < threads; w++)
		store_own(&workers[w].cpu, cpu[w]);
	return threads_cores(&team, CORES);
}

/* A core that no thread of the team uses is there for the thread that dispatches. */
TEST("threads that are bound to the same cpu have fewer cores than the process")
{
	assert_int_equal(cores_on(3, (int[]){ 0, 1, 2 }), CORES);
	assert_int_equal(cores_on(3, (int[]){ 1, 1, 1 }), 1);
	assert_int_equal(cores_on(3, (int[]){ 0, 2, 0 }), 2);
	assert_int_equal(cores_on(2, (int[]){ 0, -1 }), CORES);
	assert_int_equal(cores_on(0, NULL), CORES);
}
