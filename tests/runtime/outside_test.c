/* Bodies that share a thread and wait for each other in locks of their own, not in grove. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/teams.h"

enum {
	NODES = 4
};

static const double TIMEOUT = 0.4; /* seconds */

static sem_t gate;
static pthread_barrier_t barrier;

static struct grove_team *open_team(int threads, int caller_waits)
{
	alarm(100);
	return OPEN_TEAM(.network = "cube:2", .threads = threads, .caller_waits = caller_waits,
		.timeout = TIMEOUT);
}

/* Node 0 waits for node 1 of the same thread, which never begins. */
static int waits_for_its_neighbour(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), error;

	if (v == 0)
		sem_wait(&gate);
	error = grove_barrier(me);
	if (v == 2)
		sem_post(&gate); /* the error of the barrier is what frees node 0 */
	return error;
}

TEST("a body that waits for its neighbour is named")
{
	for (int waits = 0; waits < 2; waits++) {
		AUTO(grove_team) team = open_team(2, waits);

		assert_int_equal(sem_init(&gate, 0, 0), 0);
		assert_int_equal(grove_team_run(team, waits_for_its_neighbour, NULL), -ETIMEDOUT);
		assert_string_equal(grove_why(),
			"node 0 has been outside of grove for 0.4 s, asleep, while node 1 of the "
			"same thread has not had its turn; if its body waits for node 1's, open "
			"the team with .threads = GROVE_NODES");
		assert_int_equal(sem_init(&gate, 0, 1), 0);
		assert_int_equal(grove_team_run(team, waits_for_its_neighbour, NULL), 0);
	}
}

static int meets_outside(struct grove_node *me, void *unused)
{
	int error = grove_barrier(me);

	pthread_barrier_wait(&barrier);
	return error;
}

TEST("with a thread for each node they meet")
{
	AUTO(grove_team) team = open_team(GROVE_NODES, 0);

	assert_int_equal(pthread_barrier_init(&barrier, NULL, NODES), 0);
	assert_int_equal(grove_team_run(team, meets_outside, NULL), 0);
}

/* Nobody can return, so the line comes on standard error. */
static void child_stands(int threads)
{
	pid_t child;
	int ends[2], status;
	char line[512] = "";
	struct pollfd said;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (!child) {
		struct grove_team *team = open_team(threads, 0);

		dup2(ends[1], 2);
		pthread_barrier_init(&barrier, NULL, NODES);
		grove_team_run(team, meets_outside, NULL);
		_exit(0);
	}
	close(ends[1]);
	said = (struct pollfd){ .fd = ends[0], .events = POLLIN };
	if (poll(&said, 1, 30000) == 1)
		assert_true(read(ends[0], line, sizeof line - 1) >= 0);
	close(ends[0]);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_non_null(strstr(line, "grove: node "));
	assert_non_null(strstr(line, "outside of grove"));
	assert_non_null(strstr(line, "GROVE_NODES"));
}

TEST("a run that cannot return says why")
{
	for (int threads = 1; threads <= 2; threads++)
		child_stands(threads);
}

/* ---- What is no standstill ---- */

static int pauses(struct grove_node *me, void *unused)
{
	if (grove_node_number(me) == 0)
		usleep(2000000);
	return grove_barrier(me);
}

static double processor_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static void *work_outside(void *unused)
{
	while (processor_seconds() < 1.5)
		;
	sem_post(&gate);
	return unused;
}

/* Another thread of the program does the work of node 0. */
static int lets_work(struct grove_node *me, void *unused)
{
	pthread_t worker;

	if (grove_node_number(me) == 0) {
		pthread_create(&worker, NULL, work_outside, NULL);
		sem_wait(&gate);
		pthread_join(worker, NULL);
	}
	return grove_barrier(me);
}

static int computes(struct grove_node *me, void *unused)
{
	double until = processor_seconds() + 1.5;

	while (grove_node_number(me) == 0 && processor_seconds() < until)
		;
	return grove_barrier(me);
}

TEST("time never ends a correct program")
{
	grove_body *const bodies[] = { pauses, lets_work, computes };

	for (int threads = 1; threads <= 2; threads++)
		for (int b = 0; b < 3; b++) {
			AUTO(grove_team) team = open_team(threads, 0);

			assert_int_equal(sem_init(&gate, 0, 0), 0);
			if (grove_team_run(team, bodies[b], NULL))
				fail_msg("body %d, %d threads: %s", b, threads, grove_why());
		}
}
