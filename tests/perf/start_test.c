/* Tests of the start: instants that all agree on, clocks that do not, and what an operation takes.
 */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include "tests/test.h"
#include "perf/timing/clock.h"
#include "perf/timing/synchronised_start.h"

enum {
	SIDES = 3,
	OPERATIONS = 200
};

static struct start start;
static pthread_barrier_t meeting;
static struct stamp entered[SIDES][OPERATIONS];

static void *side(void *number)
{
	int me = (int)(intptr_t)number;
	struct starter starter;

	pthread_barrier_wait(&meeting);
	start_check(&start, me, SIDES);
	pthread_barrier_wait(&meeting);
	starter = starter_open(&start, me);
	for (int k = 0; k < OPERATIONS; k++) {
		pthread_barrier_wait(&meeting);
		entered[me][k].enter = starter_enter(&starter);
		entered[me][k].leave = starter.before; /* the instant that was agreed */
	}
	return NULL;
}

/* One runs; the others are threads. */
static void run_sides(void)
{
	pthread_t thread[SIDES];

	start = (struct start){ 0 };
	pthread_barrier_init(&meeting, NULL, SIDES);
	for (int i = 1; i < SIDES; i++)
		assert_int_equal(pthread_create(&thread[i], NULL, side, (void *)(intptr_t)i), 0);
	side((void *)(intptr_t)0);
	for (int i = 1; i < SIDES; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&meeting);
}

TEST("all enter at the same instant and none before")
{
	/* The cores of one machine have one clock. On a busy machine a side may be away for longer
	 * than the others wait for an answer. */
	for (int tries = 0; tries < 50 && !start.lead; tries++)
		run_sides();
	assert_true(start.lead > 0);
	for (int k = 0; k < OPERATIONS; k++)
		for (int i = 0; i < SIDES; i++) {
			assert_true(entered[i][k].leave == entered[0][k].leave);
			assert_true(entered[i][k].enter >= entered[i][k].leave);
			assert_true(k == 0 || entered[i][k].leave > entered[0][k - 1].enter);
		}
}

TEST("who is late gets more time")
{
	struct starter starter;
	uint64_t lead;

	start = (struct start){ .lead = 1000 };
	starter = starter_open(&start, 0);
	starter_enter(&starter);
	lead = starter.lead;
	assert_true(lead < 1000);
	start.late++;
	starter_enter(&starter);
	assert_true(starter.lead > lead);
	for (int k = 0; k < 100; k++) {
		start.late++;
		starter_enter(&starter);
	}
	assert_in_range(starter.lead, 64000, 80000); /* not for ever */
	starter = starter_open(&start, 1);
	starter.before = 5;
	start.at = 7; /* long ago */
	lead = start.late;
	assert_true(starter_enter(&starter) > 7);
	assert_true(start.late == lead + 1);
}

TEST("causes come before effects")
{
	assert_true(start_in_order(1, 2, 3));
	assert_true(start_in_order(2, 2, 2));
	assert_false(start_in_order(2, 1, 3));
	assert_false(start_in_order(1, 4, 3));
}

/* Answers by a clock that goes ahead by `skew` ticks. */
static void *other_clock(void *skew)
{
	for (uint64_t k = 1; start.question < UINT64_MAX; k++) {
		while (start.question < k)
			;
		start.answered = clock_ticks(clock_get()) + (uint64_t)(intptr_t)skew;
		start.answer = k;
	}
	return NULL;
}

static uint64_t lead_with(intptr_t skew)
{
	pthread_t thread;

	start = (struct start){ 0 };
	assert_int_equal(pthread_create(&thread, NULL, other_clock, (void *)skew), 0);
	start_check(&start, 0, 2);
	start.question = UINT64_MAX;
	pthread_join(thread, NULL);
	return start.lead;
}

TEST("clocks that disagree are found")
{
	struct starter starter = starter_open(NULL, 0);
	intptr_t hour = (intptr_t)(3600 / clock_get()->tick);
	uint64_t lead = 0;

	assert_false(starter_agrees(&starter));
	assert_true(starter_enter(&starter) > 0);
	for (int tries = 0; tries < 50 && !lead; tries++)
		lead = lead_with(0);
	assert_true(lead > 0);
	assert_int_equal(lead_with(hour), 0);
	assert_int_equal(lead_with(-hour), 0);
	starter = starter_open(&start, 1);
	assert_false(starter_agrees(&starter));
	assert_true(starter_enter(&starter) > 0); /* nobody is waited for */
}

TEST("who does not answer is not waited for")
{
	start = (struct start){ 0 };
	start_check(&start, 0, 2);
	assert_int_equal(start.lead, 0);
	start_check(&start, 1, 2);
	start_check(&start, 0, 1); /* alone there is nothing to agree on */
	assert_int_equal(start.lead, 0);
}

TEST("an operation lasts from the first entry to the last exit")
{
	const struct clock *clock = clock_get();
	const struct stamp stamp[2][2] = { { { 1, 2 }, { 500000, 700000 } },
		{ { 1, 2 }, { 400000, 600000 } } };
	double most = 300000 * clock->tick - clock_cost();
	double seconds = stamp_seconds(&stamp[0][1], 2, 2);
	double least_cost = clock_cost();

	/* The cost is the least so far, so it only shrinks. */
	assert_true(seconds > most - 1e-12);
	assert_true(seconds < 300000 * clock->tick - least_cost + 1e-12);
	assert_true(stamp_seconds(&(struct stamp){ 1, 1 }, 1, 1) == 0);
}
