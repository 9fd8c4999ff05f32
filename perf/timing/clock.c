/* Chooses a clock and measures the length of a tick, both once, and what a reading takes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include "base/small_file.h"
#include "perf/timing/clock.h"
#include "perf/timing/stats.h"

static struct clock the_clock;

/* In ticks. Relaxed, because it carries no other data. */
static _Atomic uint64_t least_cost = UINT64_MAX;

/* Returns true if the system itself keeps its time by the counter. Then the counter is constant,
 * never stops, and is the same on all cores. */
static bool counter_trusted(void)
{
	char name[32];

	small_file_line(name, sizeof name,
		"/sys/devices/system/clocksource/clocksource0/current_clocksource");
#if defined(__x86_64__)
	return !strcmp(name, "tsc");
#else
	return false;
#endif
}

/* Reads the system's clock into *seconds, and returns the counter at that moment. Takes the least
 * disturbed of several readings. */
static uint64_t ticks_at(double *seconds)
{
	uint64_t least = UINT64_MAX, ticks = 0;

	for (int i = 0; i < 20; i++) {
		uint64_t before = clock_ticks(&the_clock);
		double now = monotonic_seconds();
		uint64_t after = clock_ticks(&the_clock);

		if (after - before < least) {
			least = after - before;
			ticks = before + (after - before) / 2;
			*seconds = now;
		}
	}
	return ticks;
}

static double tick_measure(void)
{
	double begin, end;
	uint64_t from = ticks_at(&begin), to;

	do
		to = ticks_at(&end);
	while (end - begin < 0.01);
	return (end - begin) / (double)(to - from);
}

/* A reading that takes longer than a step gives differences of some whole steps, so the step is the
 * widest gap between neighbouring differences. A few large differences are interruptions. A reading
 * that is shorter than a step mostly gives a difference of 0; then the least other difference is
 * the step. */
double clock_step(double *difference, size_t count)
{
	size_t usual = count * 9 / 10, k = 0;
	double step = 1;

	if (stats_median(difference, count) <= 0) {
		while (k + 1 < count && difference[k] <= 0)
			k++;
		return difference[k] > 1 ? difference[k] : 1;
	}
	for (k = 1; k < usual; k++)
		if (difference[k] - difference[k - 1] > step)
			step = difference[k] - difference[k - 1];
	return step;
}

/* Measures the ticks between neighbouring readings. */
static void readings_measure(double *difference, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		uint64_t before = clock_ticks(&the_clock);

		difference[i] = (double)(clock_ticks(&the_clock) - before);
	}
}

static void step_measure(void)
{
	enum {
		READINGS = 501
	};
	double difference[READINGS];

	readings_measure(difference, READINGS);
	the_clock.step = clock_step(difference, READINGS) * the_clock.tick;
}

static void clock_choose(void)
{
	the_clock.counter = !the_clock.simulated && counter_trusted();
	the_clock.tick = the_clock.simulated ? 1e-12 : the_clock.counter ? tick_measure() : 1e-9;
	step_measure();
}

void clock_simulate(double (*seconds)(void))
{
	the_clock.simulated = seconds;
}

const struct clock *clock_get(void)
{
	static pthread_once_t once = PTHREAD_ONCE_INIT;

	pthread_once(&once, clock_choose);
	return &the_clock;
}

double clock_cost(void)
{
	enum {
		READINGS = 21
	};
	const struct clock *clock = clock_get();
	double difference[READINGS];
	uint64_t least = atomic_load_explicit(&least_cost, memory_order_relaxed), now;

	readings_measure(difference, READINGS);
	now = (uint64_t)stats_median(difference, READINGS);
	while (now < least && !atomic_compare_exchange_weak_explicit(&least_cost, &least, now,
				      memory_order_relaxed, memory_order_relaxed))
		;
	return (double)(now < least ? now : least) * clock->tick;
}
