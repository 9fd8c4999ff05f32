/* Forks: a child has teams of its own, whatever other threads of its parent were doing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include <cmocka.h>
#include "grove.h"
#include "tests/sanitized.h"

enum {
	FIRST_CALLS = SANITIZED ? 30 : 120, /* processes that fork during their first calls */
	STEP_US = 37,
	MOST_US = 3000,
	NODES = 4
};

static int sum(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), all = 0;
	int error = grove_allreduce(me, &v, &all, 1, GROVE_I32, GROVE_SUM);

	(void)unused;
	return error || all == NODES * (NODES - 1) / 2 ? error : -EIO;
}

static int use(void)
{
	struct grove_team *team;
	int error = grove_team_open(&team, &(struct grove_team_options){ .network = "gh:4" });

	if (!error)
		error = grove_team_run(team, sum, NULL);
	return error ? error : grove_team_close(team);
}

static void *use_in_thread(void *error)
{
	*(int *)error = use();
	return NULL;
}

/* Returns the exit status of a child, or 128 and the signal that ended the child. */
static int status_of(pid_t child)
{
	int status;

	waitpid(child, &status, 0);
	return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

/* Forks while another thread makes the first calls of the process. */
static int fork_in_first_calls(int microseconds)
{
	pthread_t thread;
	int error = 0, status;
	pid_t child;

	pthread_create(&thread, NULL, use_in_thread, &error);
	nanosleep(&(struct timespec){ .tv_nsec = microseconds * 1000 }, NULL);
	child = fork();
	if (!child) {
		alarm(20);
		_exit(use() != 0);
	}
	pthread_join(thread, NULL);
	status = status_of(child);
	return error ? 2 : status;
}

/* Each time in a new process, so that the calls are the first. */
static void a_child_works_that_was_forked_during_first_calls(void **state)
{
	(void)state;
	for (int k = 0; k < FIRST_CALLS; k++) {
		pid_t process = fork();

		if (!process)
			_exit(fork_in_first_calls(k * STEP_US % MOST_US));
		assert_int_equal(status_of(process), 0);
	}
}

/* ---- A body forks ---- */

struct forking {
	struct grove_team *team;
	int status;
};

static int forks(struct grove_node *me, void *argument)
{
	struct forking *forking = argument;
	int word = 0;
	pid_t child;

	if (grove_node_number(me) == 1) {
		child = fork();
		if (!child) {
			alarm(20);
			if (grove_barrier(me) != -ECHILD)
				_exit(1);
			if (grove_send(me, &word, sizeof word, 0, 0) != -ECHILD)
				_exit(2);
			if (grove_team_close(forking->team) != -EDEADLK)
				_exit(3);
			_exit(9);
		}
		forking->status = status_of(child);
	}
	return sum(me, NULL);
}

static void a_child_that_a_body_forked_may_not_close_the_team(void **state)
{
	(void)state;
	for (int threads = 1; threads <= NODES; threads++) {
		struct forking forking = { 0 };

		assert_int_equal(grove_team_open(&forking.team,
					 &(struct grove_team_options){
						 .network = "gh:4", .threads = threads }),
			0);
		assert_int_equal(grove_team_run(forking.team, forks, &forking), 0);
		assert_int_equal(forking.status, 9);
		assert_int_equal(grove_team_close(forking.team), 0);
	}
}

/* ---- Another thread runs the team, and splits and closes sub-teams ---- */

static _Atomic bool splitting, enough;

static int splits(struct grove_node *me, void *unused)
{
	int error = 0, more = 1, mine;

	while (more && !error) {
		struct grove_node *sub;

		mine = !enough;
		error = grove_split(me, grove_node_number(me) % 2, 0, NULL, &sub);
		if (!error)
			error = grove_detach(sub);
		if (!error)
			error = grove_allreduce(me, &mine, &more, 1, GROVE_I32, GROVE_MIN);
		splitting = true;
	}
	(void)unused;
	return error;
}

static void *split_in_thread(void *team)
{
	grove_team_run(team, splits, NULL);
	return NULL;
}

static void a_child_closes_a_team_that_another_thread_of_the_parent_runs(void **state)
{
	struct grove_team *team;
	pthread_t thread;

	(void)state;
	assert_int_equal(
		grove_team_open(&team, &(struct grove_team_options){ .network = "gh:4" }), 0);
	pthread_create(&thread, NULL, split_in_thread, team);
	while (!splitting)
		usleep(100);
	for (int k = 0; k < 20; k++) {
		pid_t child = fork();

		if (!child) {
			alarm(20);
			_exit(grove_team_close(team) || use());
		}
		assert_int_equal(status_of(child), 0);
	}
	enough = true;
	pthread_join(thread, NULL);
	assert_int_equal(grove_team_close(team), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_child_works_that_was_forked_during_first_calls),
		cmocka_unit_test(a_child_that_a_body_forked_may_not_close_the_team),
		cmocka_unit_test(a_child_closes_a_team_that_another_thread_of_the_parent_runs),
	};

	if (SANITIZED_THREAD) { /* which takes no threads in a child of a process with threads */
		printf("1..0 # SKIP the thread sanitizer starts no threads after a fork\n");
		return 77;
	}
	return cmocka_run_group_tests(tests, NULL, NULL);
}
