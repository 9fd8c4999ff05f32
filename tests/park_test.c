/* Tests of parking: many more threads than cores pass a token, and none sleeps for ever. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <cmocka.h>
#include "runtime/park.h"

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

	while (load_ordered(&me->token) != lap) {
		parker_announce(&me->parker);
		if (load_ordered(&me->token) == lap)
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
		store_ordered(&me->next->token, me->next > me ? lap : lap + 1);
		parker_wake(&me->next->parker);
	}
	return NULL;
}

static void a_token_goes_round_among_many_parked_threads(void **state)
{
	pthread_t thread[THREADS];
	struct runner *runner;

	(void)state;
	assert_int_equal(posix_memalign((void **)&runner, 128, THREADS * sizeof *runner), 0);
	memset(runner, 0, THREADS * sizeof *runner);
	for (int i = 0; i < THREADS; i++)
		runner[i].next = &runner[(i + 1) % THREADS];
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, run, &runner[i]), 0);
	store_ordered(&runner[0].token, 1);
	parker_wake(&runner[0].parker);
	for (int i = 0; i < THREADS; i++) {
		assert_int_equal(pthread_join(thread[i], NULL), 0);
		assert_true(runner[i].longest < SECONDS(8));
	}
	free(runner);
}

static void a_sleep_ends_when_its_time_is_over(void **state)
{
	struct parker parker = { 0 };
	int64_t before = now();

	(void)state;
	parker_announce(&parker);
	parker_sleep(&parker, SECONDS(1) / 50);
	assert_in_range(now() - before, SECONDS(1) / 50, SECONDS(2));
	assert_int_equal(load_own(&parker.word), AWAKE);
}

static void a_wake_before_the_sleep_is_not_lost(void **state)
{
	struct parker parker = { 0 };
	int64_t before = now();

	(void)state;
	parker_announce(&parker);
	parker_wake(&parker);
	parker_sleep(&parker, SECONDS(20));
	assert_true(now() - before < SECONDS(10));
}

static void waking_a_thread_that_is_awake_does_nothing(void **state)
{
	struct parker parker = { 0 };

	(void)state;
	parker_wake(&parker);
	assert_int_equal(load_own(&parker.word), AWAKE);
	parker_announce(&parker);
	parker_leave(&parker);
	assert_int_equal(load_own(&parker.word), AWAKE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_token_goes_round_among_many_parked_threads),
		cmocka_unit_test(a_sleep_ends_when_its_time_is_over),
		cmocka_unit_test(a_wake_before_the_sleep_is_not_lost),
		cmocka_unit_test(waking_a_thread_that_is_awake_does_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
