/* Signals: the application's handlers run in bodies, as in threads that the application starts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <limits.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>
#include "tests/teams.h"
#include "tests/sanitized.h"

enum {
	NODES = 4,
	ROUNDS = 50
};

static const int THREADS[] = { 0, 1, NODES };

static int raised;
static _Thread_local sigjmp_buf back;
static _Atomic int handled, ready;
static _Atomic pthread_t body_thread;

static struct grove_team *open_team(int threads)
{
	alarm(100);
	return OPEN_TEAM(.network = "cube:2", .threads = threads);
}

static int sum(struct grove_node *me)
{
	int v = grove_node_number(me), all = 0;

	TRY(grove_allreduce(me, &v, &all, 1, GROVE_I32, GROVE_SUM));
	return all == NODES * (NODES - 1) / 2 ? 0 : -1;
}

/* ---- Faults of the body's own code ---- */

static void leave_fault(int signal)
{
	handled++;
	siglongjmp(back, 1);
}

/* Touches memory that is not there, or divides by zero. */
static void do_wrong(int signal)
{
	volatile int zero = 0, *page;

	if (signal == SIGFPE) {
		zero = 1 / zero;
		raise(SIGFPE); /* where a division by zero is not a fault */
	}
	page = mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	*page = signal;
}

static int faults(struct grove_node *me, void *unused)
{
	TRY(sum(me));
	if (grove_node_number(me) % 2 && !sigsetjmp(back, 1))
		do_wrong(raised);
	return sum(me);
}

TEST("a handler of faults runs in bodies")
{
	static const int signals[] = { SIGSEGV, SIGFPE };

	for (int s = 0; s < 2; s++)
		for (int t = 0; t < 3; t++) {
			AUTO(grove_team) team = open_team(THREADS[t]);
			struct sigaction old;

			raised = signals[s];
			handled = 0;
			sigaction(raised, &(struct sigaction){ .sa_handler = leave_fault }, &old);
			assert_int_equal(grove_team_run(team, faults, NULL), 0);
			sigaction(raised, &old, NULL);
			assert_int_equal(handled, NODES / 2);
		}
}

static int fill_stack(volatile char *above, int calls)
{
	volatile char frame[1024];

	frame[0] = above[0];
	return calls ? fill_stack(frame, calls - 1) + frame[0] : 0; /* no loop */
}

/* The handler has no room on the stack that is full. */
static int needs_a_larger_stack(struct grove_node *me, void *unused)
{
	static _Thread_local char room[64 << 10];
	stack_t other = { .ss_sp = room, .ss_size = sizeof room }, old;
	volatile char first = 0;
	int error = sum(me);

	sigaltstack(&other, &old);
	if (!error && grove_node_number(me) % 2 && !sigsetjmp(back, 1))
		error = fill_stack(&first, INT_MAX);
	sigaltstack(&old, NULL);
	return error ? error : sum(me);
}

TEST("a handler with a stack of its own hears of a full stack")
{
	struct sigaction action = { .sa_handler = leave_fault, .sa_flags = SA_ONSTACK }, old;

	for (int t = 0; t < 3; t++) {
		AUTO(grove_team) team = open_team(THREADS[t]);

		handled = 0;
		sigaction(SIGSEGV, &action, &old);
		assert_int_equal(grove_team_run(team, needs_a_larger_stack, NULL), 0);
		sigaction(SIGSEGV, &old, NULL);
		assert_int_equal(handled, NODES / 2);
	}
}

/* ---- Signals that other threads send ---- */

static void count(int signal)
{
	handled += pthread_equal(pthread_self(), body_thread) != 0;
}

static void *send_signals(void *unused)
{
	while (!ready)
		sched_yield();
	while (ready && handled < ROUNDS) {
		pthread_kill(body_thread, SIGUSR1);
		sched_yield();
	}
	return unused;
}

/* The handler interrupts the thread in its body, in verbs, and while the thread sleeps. */
static int is_interrupted(struct grove_node *me, void *unused)
{
	int error = 0, last = grove_node_number(me) == NODES - 1, more = 1, mine;

	if (last) {
		body_thread = pthread_self();
		ready = 1;
	}
	while (more && !error) {
		mine = handled < ROUNDS;
		if (grove_node_number(me) == 0)
			nanosleep(&(struct timespec){ .tv_nsec = 100000 }, NULL);
		error = grove_allreduce(me, &mine, &more, 1, GROVE_I32, GROVE_MAX);
	}
	return error;
}

TEST("a signal to the thread of a body is handled there")
{
	static const char *const waits[] = { "auto", "park" };

	for (int w = 0; w < 2; w++) {
		AUTO(grove_team) team = NULL;
		pthread_t sender;

		handled = ready = 0;
		team = OPEN_TEAM(.network = "cube:2", .threads = NODES, .wait = waits[w]);
		pthread_create(&sender, NULL, send_signals, NULL);
		assert_int_equal(grove_team_run(team, is_interrupted, NULL), 0);
		ready = 0;
		pthread_join(sender, NULL);
		assert_true(handled >= ROUNDS);
	}
}

/* ---- Masks ---- */

static int blocks_as_the_opener(struct grove_node *me, void *unused)
{
	sigset_t mask;

	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	return sigismember(&mask, SIGUSR2) && !sigismember(&mask, SIGUSR1) ? sum(me) : -1;
}

TEST("threads have the mask of the thread that opens the team")
{
	struct grove_team *team;
	sigset_t own, old;

	sigemptyset(&own);
	sigaddset(&own, SIGUSR2);
	pthread_sigmask(SIG_SETMASK, &own, &old);
	team = open_team(NODES);
	assert_int_equal(grove_team_run(team, blocks_as_the_opener, NULL), 0);
	assert_int_equal(grove_team_free(team), 0);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
}

/* ---- A profiler ---- */

static _Atomic long samples;

static void sample(int signal)
{
	if (pthread_equal(pthread_self(), body_thread))
		samples++;
}

/* Computes for some tenths of a second of processor time. */
static int computes(struct grove_node *me, void *unused)
{
	clock_t until = clock() + CLOCKS_PER_SEC / 2;

	if (grove_node_number(me) == NODES - 1)
		body_thread = pthread_self();
	if (grove_node_number(me) == NODES - 1)
		while (clock() < until)
			;
	return sum(me);
}

TEST("a profiler samples bodies")
{
	struct itimerval each = { { 0, 2000 }, { 0, 2000 } }, none = { 0 };
	AUTO(grove_team) team = open_team(NODES);

	samples = 0;
	sigaction(
		SIGPROF, &(struct sigaction){ .sa_handler = sample, .sa_flags = SA_RESTART }, NULL);
	setitimer(ITIMER_PROF, &each, NULL);
	assert_int_equal(grove_team_run(team, computes, NULL), 0);
	setitimer(ITIMER_PROF, &none, NULL);
	assert_true(samples > 0);
}

BEFORE_TESTS
{
	sigaction(SIGUSR1, &(struct sigaction){ .sa_handler = count }, NULL);
	if (SANITIZED)
		cmocka_set_skip_filter("a handler *");
}
