/* Forks: a child has teams of its own, whatever other threads of its parent were doing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tests/teams.h"
#include "tests/sanitized.h"

enum {
	FIRST_CALLS = 120, /* processes that fork during their first calls */
	STEP_US = 37,
	MOST_US = 3000,
	NODES = 4
};

static int sum(struct grove_node *me, void *unused)
{
	int v = grove_node_number(me), all = 0;

	TRY(grove_allreduce(me, &v, &all, 1, GROVE_I32, GROVE_SUM));
	return all == NODES * (NODES - 1) / 2 ? 0 : -EIO;
}

static int use(void)
{
	struct grove_team *team;

	TRY(grove_team_open(&team, &(struct grove_team_options){ .network = "gh:4" }));
	TRY(grove_team_run(team, sum, NULL));
	return grove_team_free(team);
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
TEST("a child works that was forked during first calls")
{
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
			if (grove_team_free(forking->team) != -EDEADLK)
				_exit(3);
			_exit(9);
		}
		forking->status = status_of(child);
	}
	return sum(me, NULL);
}

TEST("a child that a body forked may not close the team")
{
	for (int threads = 1; threads <= NODES; threads++) {
		struct forking forking = { 0 };

		MUST(grove_team_open(&forking.team,
			&(struct grove_team_options){ .network = "gh:4", .threads = threads }));
		assert_int_equal(grove_team_run(forking.team, forks, &forking), 0);
		assert_int_equal(forking.status, 9);
		assert_int_equal(grove_team_free(forking.team), 0);
	}
}

/* ---- A child leaves the body ---- */

enum {
	LEFT = 7, /* the exit status of such a child */
	BLOCK = 4 << 20,
	FORKS = 20
};

enum leaving {
	BY_RETURN,
	BY_VERB,
	BY_EXIT_OF_THREAD,
	WAYS_TO_LEAVE
};

struct family {
	enum leaving way;
	bool lends; /* other nodes have lent memory while a body forks */
	int forker, status;
	unsigned char *block; /* one for each node */
};

/* The thread was the last of its process. */
static void end_child(void)
{
	_exit(LEFT);
}

static int leave_body(struct grove_node *me, enum leaving way)
{
	alarm(20);
	atexit(end_child);
	if (way == BY_EXIT_OF_THREAD)
		pthread_exit(NULL);
	return way == BY_VERB ? grove_barrier(me) : 0;
}

/* Node 0, which is on the forking node's thread, lends its memory to node 2. */
static int lend(struct grove_node *me, const struct family *family, bool by_message)
{
	int v = grove_node_number(me);
	unsigned char *own = family->block + (size_t)v * BLOCK;

	if (!by_message)
		return grove_broadcast(me, own, BLOCK, 0);
	if (v == 0)
		return grove_send(me, own, BLOCK, 2, 0);
	return v == 2 ? grove_recv(me, own, BLOCK, 0, 0, NULL) : 0;
}

static int forks_and_leaves(struct grove_node *me, void *argument)
{
	struct family *family = argument;

	for (int k = 0; k < (family->lends ? FORKS : 1); k++) {
		if (grove_node_number(me) == family->forker) {
			pid_t child = fork();

			if (!child)
				return leave_body(me, family->way);
			if (!family->status || family->status == LEFT)
				family->status = status_of(child);
		}
		TRY(family->lends ? lend(me, family, k % 2) : 0);
		TRY(sum(me, NULL));
	}
	return 0;
}

static void child_leaves(struct family *family, const struct grove_team_options *options)
{
	pid_t parent = getpid();
	AUTO(grove_team) team = NULL;
	int error;

	family->status = 0;
	assert_int_equal(grove_team_open(&team, options), 0);
	error = grove_team_run(team, forks_and_leaves, family);
	if (getpid() != parent) /* the caller's own thread carried out the body */
		_exit(error == -ECHILD && !grove_team_free(team) ? LEFT : 1);
	assert_int_equal(error, 0);
	assert_int_equal(family->status, LEFT);
}

TEST("a child that leaves the body ends")
{
	for (int threads = 1; threads <= NODES; threads++)
		for (int waits = 0; waits < 2; waits++)
			for (int way = 0; way < WAYS_TO_LEAVE; way++)
				for (int forker = 0; forker < NODES; forker += NODES - 1)
					child_leaves(
						&(struct family){ .way = way, .forker = forker },
						&(struct grove_team_options){ .network = "gh:4",
							.threads = threads,
							.caller_waits = waits });
}

/* Nobody gives back to the child what the other bodies of its thread have lent. */
TEST("a child that leaves the body ends while memory is lent")
{
	FREED unsigned char *block = calloc(NODES, BLOCK);
	struct family family = { .lends = true, .forker = 1, .block = block };

	assert_non_null(block);
	for (int helper = 0; helper < 2; helper++)
		for (int way = 0; way < WAYS_TO_LEAVE; way++) {
			family.way = way;
			child_leaves(&family, &(struct grove_team_options){ .network = "gh:4",
						      .threads = helper ? NODES : 2,
						      .helper = helper });
		}
}

/* ---- Another thread runs the team, and splits and closes sub-teams ---- */

static _Atomic bool splitting, enough;

static int splits(struct grove_node *me, void *unused)
{
	int more = 1, mine;

	while (more) {
		struct grove_node *sub;

		mine = !enough;
		TRY(grove_split(me, grove_node_number(me) % 2, 0, NULL, &sub));
		TRY(grove_leave(sub));
		TRY(grove_allreduce(me, &mine, &more, 1, GROVE_I32, GROVE_MIN));
		splitting = true;
	}
	return 0;
}

static void *split_in_thread(void *team)
{
	grove_team_run(team, splits, NULL);
	return NULL;
}

TEST("a child closes a team that another thread of the parent runs")
{
	pthread_t thread;
	AUTO(grove_team) team = OPEN_TEAM(.network = "gh:4");

	pthread_create(&thread, NULL, split_in_thread, team);
	while (!splitting)
		usleep(100);
	for (int k = 0; k < 20; k++) {
		pid_t child = fork();

		if (!child) {
			alarm(20);
			_exit(grove_team_free(team) || use());
		}
		assert_int_equal(status_of(child), 0);
	}
	enough = true;
	pthread_join(thread, NULL);
}

/* The thread sanitizer starts no threads after a fork, and the locks of the address sanitizer's
 * malloc stay held in a child. */
BEFORE_TESTS
{
	if (SANITIZED)
		skip_tests("sanitizers do not work after a fork of threads");
}
