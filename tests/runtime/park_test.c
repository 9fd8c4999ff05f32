/* Tests of parking: many more threads than cores pass a token, and none sleeps for ever. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <time.h>
#include <linux/filter.h>
#include <linux/membarrier.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include "tests/test.h"
#include "runtime/ring/park.h"

enum {
	THREADS = 24,
	LAPS = 400
};

#define SECONDS(n) ((n)*INT64_C(1000000000))

static int64_t now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * SECONDS(1) + time.tv_nsec;
}

struct runner {
	struct parker parker;
	_Atomic uint32_t token; /* the lap that this runner may run */
	struct runner *next;
	int64_t longest; /* nanoseconds asleep */
};

/* Sleeps at once, without spinning, up to ten seconds: a lost wake-up takes that long. */
static void wait_for_token(struct runner *me, uint32_t lap)
{
	int64_t before = now();

	while (load_acquire(&me->token) != lap) {
		parker_announce(&me->parker);
		if (load_acquire(&me->token) == lap)
			parker_leave(&me->parker);
		else
			parker_sleep(&me->parker, SECONDS(10));
	}
	if (now() - before > me->longest)
		me->longest = now() - before;
}

static void *run(void *runner)
{
	struct runner *me = runner;

	for (uint32_t lap = 1; lap <= LAPS; lap++) {
		wait_for_token(me, lap);
		store_release(&me->next->token, me->next > me ? lap : lap + 1);
		parker_wake(&me->next->parker);
	}
	return NULL;
}

TEST("a token goes round among many parked threads")
{
	pthread_t thread[THREADS];
	FREED struct runner *runner = NULL;

	assert_int_equal(posix_memalign((void **)&runner, 128, THREADS * sizeof *runner), 0);
	memset(runner, 0, THREADS * sizeof *runner);
	for (int i = 0; i < THREADS; i++)
		runner[i].next = &runner[(i + 1) % THREADS];
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, run, &runner[i]), 0);
	store_release(&runner[0].token, 1);
	parker_wake(&runner[0].parker);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_true(runner[i].longest < SECONDS(8));
	}
}

TEST("a sleep ends when its time is over")
{
	struct parker parker = { 0 };
	int64_t before = now();

	parker_announce(&parker);
	parker_sleep(&parker, SECONDS(1) / 50);
	assert_in_range(now() - before, SECONDS(1) / 50, SECONDS(2));
	assert_int_equal(load_own(&parker.word), AWAKE);
}

TEST("a wake before the sleep is not lost")
{
	struct parker parker = { 0 };
	int64_t before = now();

	parker_announce(&parker);
	parker_wake(&parker);
	parker_sleep(&parker, SECONDS(20));
	assert_true(now() - before < SECONDS(10));
}

TEST("waking a thread that is awake does nothing")
{
	struct parker parker = { 0 };

	parker_wake(&parker);
	assert_int_equal(load_own(&parker.word), AWAKE);
	parker_announce(&parker);
	parker_leave(&parker);
	assert_int_equal(load_own(&parker.word), AWAKE);
}

/* ---- The heavy barrier ---- */

static int membarrier(int command)
{
	return (int)syscall(SYS_membarrier, command, 0, 0);
}

/* The kernel refuses the barrier to a process that has not said that it will use it. */
TEST("the barrier is the kernels")
{
	int known = membarrier(MEMBARRIER_CMD_QUERY);

	if (known < 0 || !(known & MEMBARRIER_CMD_PRIVATE_EXPEDITED))
		skip();
	barrier_everywhere();
	assert_int_equal(membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED), 0);
}

/* From here on this process has no membarrier. */
static int forbid_barriers(void)
{
	struct sock_filter filter[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_membarrier, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	struct sock_fprog program = { sizeof filter / sizeof filter[0], filter };

	return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
}

enum {
	CANNOT = 77
};

/* Nobody wakes it. The alarm ends a sleep that has no end. */
static void nap_without_barriers(void)
{
	struct parker parker = { 0 };

	if (forbid_barriers())
		_exit(CANNOT);
	alarm(5);
	parker_announce(&parker);
	parker_sleep(&parker, -1);
	_exit(0);
}

TEST("without the barrier no sleep is long")
{
	pid_t child = fork();
	int status;

	assert_true(child >= 0);
	if (!child)
		nap_without_barriers();
	assert_int_equal(waitpid(child, &status, 0), child);
	if (WIFEXITED(status) && WEXITSTATUS(status) == CANNOT)
		skip();
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}
