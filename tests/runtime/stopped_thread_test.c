/* A thread that is held up while its packet is there: the others are patient. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <time.h>
#include "tests/teams.h"

static const double timeout = 0.3;

static struct show {
	double held; /* seconds */
	_Atomic int waiting, stopped;
	pthread_t thread; /* of node 1 */
} show;

static void rest(double seconds)
{
	nanosleep(&(struct timespec){ .tv_sec = (time_t)seconds,
			  .tv_nsec = (long)((seconds - (time_t)seconds) * 1e9) },
		NULL);
}

/* A handler of a signal stands for a scheduler that does not run the thread. */
static void hold_up(int signal)
{
	show.stopped = 1;
	rest(show.held);
}

/* Node 1 waits for the broadcast when its thread is held up; then the broadcast's packet comes. */
static int broadcast_to_a_held_thread(struct grove_node *me, void *unused)
{
	uint64_t word = 7;

	if (grove_node_number(me) == 1) {
		show.thread = pthread_self();
		show.waiting = 1;
	} else {
		while (!show.waiting)
			sched_yield();
		rest(timeout / 3);
		pthread_kill(show.thread, SIGUSR1);
		while (!show.stopped)
			sched_yield();
	}
	TRY(grove_broadcast(me, &word, sizeof word, 0));
	return grove_barrier(me);
}

static int run_held(double seconds)
{
	AUTO(grove_team) team = NULL;
	int error;

	show = (struct show){ .held = seconds };
	team = OPEN_TEAM(.network = "cube:1", .timeout = timeout);
	error = grove_team_run(team, broadcast_to_a_held_thread, NULL);
	if (error)
		fprintf(stderr, "# %s\n", grove_why());
	return error;
}

/* Such a thread may go on, and is only slow. */
TEST("a thread that is held up for seven timeouts is waited for")
{
	assert_int_equal(run_held(7 * timeout), 0);
}

BEFORE_TESTS
{
	sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = hold_up }, NULL);
}
