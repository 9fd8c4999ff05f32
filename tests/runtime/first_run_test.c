/* How long a program with usual options takes to open a team, run it and call verbs for the first
 * time, and close the team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sys/wait.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "tests/test.h"
#include "grove.h"
#include "tests/sanitized.h"

enum {
	LAUNCHES = 50,
	MOST_NODES = 16,
	SLOWER = SANITIZED ? 20 : 1
};

/* In times of a child process that ends at once. With threads that spin where another thread waits
 * to begin, a first run took 10 to 30. */
static const double RUN_MOST = 4, ALL_MOST = 20;

/* Where a node that waits for a plan slept at once, first calls took twice as long on two nodes. */
struct start {
	const char *network;
	double calls_most;
};

struct times {
	double fork, run, calls, all;
};

static int nothing(struct grove_node *me, void *unused)
{
	(void)me, (void)unused;
	return 0;
}

static int calls(struct grove_node *me, void *unused)
{
	double in[MOST_NODES] = { 1 }, out[MOST_NODES];
	int error = grove_broadcast(me, in, sizeof *in, 0);

	(void)unused;
	if (!error)
		error = grove_allreduce(me, in, out, 1, GROVE_F64, GROVE_SUM);
	return error ? error : grove_alltoall(me, in, out, sizeof *in);
}

/* In a process of its own, since much is read once for a process. */
static void launch(const char *network, int to)
{
	double begin = monotonic_seconds(), opened, ran, called;
	struct grove_team *team;
	struct times times;

	if (grove_team_open(&team, &(struct grove_team_options){ .network = network }))
		_exit(1);
	opened = monotonic_seconds();
	if (grove_team_run(team, nothing, NULL))
		_exit(1);
	ran = monotonic_seconds();
	if (grove_team_run(team, calls, NULL))
		_exit(1);
	called = monotonic_seconds();
	if (grove_team_free(team))
		_exit(1);
	times = (struct times){ 0, ran - opened, called - ran,
		monotonic_seconds() - called + ran - begin };
	_exit(write(to, &times, sizeof times) != sizeof times);
}

/* Other programs only add time, so the least time counts. */
static double least(double a, double b)
{
	return a < b ? a : b;
}

/* What every process pays here and now. */
static double fork_time(void)
{
	double begin = monotonic_seconds();
	pid_t child = fork();
	int status;

	if (!child)
		_exit(0);
	assert_int_equal(waitpid(child, &status, 0), child);
	return monotonic_seconds() - begin;
}

static struct times launched(const char *network)
{
	struct times times;
	int ends[2], status;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child)
		launch(network, ends[1]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
	assert_int_equal(read(ends[0], &times, sizeof times), sizeof times);
	close(ends[0]);
	close(ends[1]);
	return times;
}

static void start_on(const struct start *start)
{
	struct times best = { 1, 1, 1, 1 };

	for (int i = 0; i < LAUNCHES; i++) {
		struct times times = launched(start->network);

		best.fork = least(best.fork, fork_time());
		best.run = least(best.run, times.run);
		best.calls = least(best.calls, times.calls);
		best.all = least(best.all, times.all);
	}
	printf("# %s: fork %.0f us, first run %.0f us, first calls %.0f us, without these from "
	       "open to close %.0f us\n",
		start->network, best.fork * 1e6, best.run * 1e6, best.calls * 1e6, best.all * 1e6);
	assert_true(best.run < RUN_MOST * SLOWER * best.fork);
	assert_true(best.calls < start->calls_most * SLOWER * best.fork);
	assert_true(best.all < ALL_MOST * SLOWER * best.fork);
}

TEST("a team starts at once")
{
	static const struct start starts[] = { { "gh:2", 3 }, { "cube:2", 6 }, { "cube:3", 10 },
		{ "cube:4", 20 } };

	for (size_t i = 0; i < sizeof starts / sizeof *starts; i++)
		start_on(&starts[i]);
}
