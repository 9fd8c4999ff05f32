/* Tests of disturbances: what is flagged between two looks, and what threads see of the machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "tests/test.h"
#include "perf/disturbance.h"
#include "perf/timing/session.h"
#include "runtime/machine/cpus.h"

/* ---- Two looks of two threads, a second apart ---- */

static struct sight sight[2][2];
static struct team_sight before, after;
static double quickest[2];

BEFORE_EACH_TEST
{
	before = (struct team_sight){ 10, 3, sight[0] };
	after = (struct team_sight){ 11, 3, sight[1] };
	for (int i = 0; i < 2; i++)
		for (int t = 0; t < 2; t++)
			sight[i][t] = (struct sight){ .waited = 5,
				.arithmetic = 30e-6,
				.trip = { 4e-7, 3.9e-7, 4.1e-7, 3e-7, 5e-7, t ? 0 : 23 } };
	quickest[0] = quickest[1] = 29e-6;
}

static int flags(void)
{
	return disturbances(&before, &after, 2, quickest);
}

TEST("a calm row has no flag")
{
	assert_int_equal(flags(), 0);
}

TEST("waiting and stolen time are load")
{
	sight[1][1].waited += 0.09; /* 4.5 % of both */
	assert_int_equal(flags(), 0);
	sight[1][0].waited += 0.02;
	assert_int_equal(flags(), FLAG_LOADED);
	before_each_test();
	after.stolen += 0.04;
	assert_int_equal(flags(), 0);
	after.stolen += 0.02;
	assert_int_equal(flags(), FLAG_LOADED);
	after.at = 10.05; /* a hundredth of a second is one count */
	after.stolen = before.stolen + 0.01;
	assert_int_equal(flags(), 0);
}

TEST("a line that takes longer or shorter has moved")
{
	static const struct stats far = { 8e-7, 7.9e-7, 8.1e-7, 7e-7, 9e-7, 23 };

	sight[1][0].trip = far;
	assert_int_equal(flags(), FLAG_MOVED);
	sight[1][0].trip = sight[0][0].trip;
	sight[0][0].trip = far;
	assert_int_equal(flags(), FLAG_MOVED);
	sight[0][0].trip.ci_low = 4e-7; /* not known so well */
	assert_int_equal(flags(), 0);
	sight[0][0].trip.samples = 0;
	assert_int_equal(flags(), 0);
}

TEST("slow arithmetic is throttled")
{
	sight[0][1].arithmetic = 31.8e-6;
	assert_int_equal(flags(), 0);
	sight[0][1].arithmetic = 32e-6;
	assert_int_equal(flags(), FLAG_THROTTLED);
	sight[0][1].arithmetic = 30e-6;
	sight[1][0].arithmetic = 40e-6;
	assert_int_equal(flags(), FLAG_THROTTLED);
}

/* ---- Threads that look ---- */

static struct team *team;
static struct watch *watch;

static void open_team(int threads, const char *pin)
{
	struct run_options options = { .threads = threads, .pin = pin };
	struct network net;

	assert_int_equal(network_open(&net, "gh:2"), 0);
	MUST(session_team(&team, &net, &options) || watch_open(&watch, team));
}

static void close_team(void)
{
	watch_close(watch);
	team_close(team);
}

static void watch_for(double seconds)
{
	double end = monotonic_seconds() + seconds;

	assert_int_equal(watch_begin(watch), 0);
	while (monotonic_seconds() < end)
		;
	assert_int_equal(watch_end(watch), 0);
}

TEST("threads of their own cores see a line")
{
	struct stats trip;

	if (cores_usable() < 2)
		skip();
	open_team(2, NULL);
	watch_for(0);
	trip = watch_trip(watch);
	close_team();
	if (!trip.samples)
		skip(); /* another program kept a core for a long time */
	assert_true(trip.ci_low <= trip.median && trip.median <= trip.ci_high);
	assert_true(trip.median > 1e-8 && trip.min < 1e-4);
}

TEST("threads that share a cpu see none")
{
	open_team(2, "0,0");
	watch_for(0.05);
	assert_int_equal(watch_trip(watch).samples, 0);
	assert_int_equal(watch_flags(watch) & (FLAG_LOADED | FLAG_MOVED), 0);
	close_team();
	open_team(1, NULL);
	watch_for(0);
	assert_int_equal(watch_trip(watch).samples, 0);
	close_team();
}

/* Keeps each cpu of the team busy, in processes of their own. */
static void burn(pid_t *process, int cpu)
{
	cpu_set_t set;

	*process = fork();
	if (*process)
		return;
	CPU_ZERO(&set);
	CPU_SET((unsigned)cpu, &set);
	sched_setaffinity(0, sizeof set, &set);
	for (;;)
		;
}

static int spin(struct worker *me, void *argument)
{
	double end = monotonic_seconds() + 0.2;

	while (monotonic_seconds() < end)
		;
	return 0;
}

TEST("other programs on its cpus are load")
{
	pid_t process[4];

	if (cores_usable() < 2)
		skip();
	open_team(2, NULL);
	for (int i = 0; i < 4; i++)
		burn(&process[i], team_pinned(team, i % 2));
	assert_int_equal(watch_begin(watch), 0);
	assert_int_equal(team_dispatch(team, spin, NULL), 0);
	assert_int_equal(watch_end(watch), 0);
	for (int i = 0; i < 4; i++) {
		kill(process[i], SIGKILL);
		waitpid(process[i], NULL, 0);
	}
	assert_true(watch_flags(watch) & FLAG_LOADED);
	close_team();
}
