/* Reads the time at the cost of a few instructions, by a clock that all cores share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_TIMING_CLOCK_H
#define PERF_TIMING_CLOCK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "base/monotonic.h"

/* The clock: the time stamp counter, if the system itself keeps its time by the counter, which is
 * then constant and the same on all cores; else the system's monotonic clock, in nanoseconds. Where
 * time is simulated, the simulated time in picoseconds. */
struct clock {
	bool counter;
	double (*simulated)(void); /* NULL: time is real */
	double tick;		   /* seconds */
	double step; /* seconds by which readings differ at least: a counter may count in steps */
};

/* Returns the step of a clock in ticks, from differences of neighbouring readings. Sorts them. */
double clock_step(double *difference, size_t count);

/* Makes simulated time the time of the clock, before the first call of clock_get. */
void clock_simulate(double (*seconds)(void));

/* Returns the clock. The first call chooses and calibrates the clock (10 ms). */
const struct clock *clock_get(void);

/* Returns the seconds between two readings with nothing between them. Each call measures some
 * readings (1 us); the result is the least so far, because a virtual machine may read its clock ten
 * times slower for some milliseconds. From any thread. */
double clock_cost(void);

/* Returns the time in ticks. Instructions before the call end before the reading, and instructions
 * after the call start after the reading. */
static inline uint64_t clock_ticks(const struct clock *clock)
{
	struct timespec time;

#if defined(__x86_64__)
	if (clock->counter) {
		uint32_t low, high;

		__asm__ __volatile__("rdtscp\n\tlfence"
				     : "=a"(low), "=d"(high)
				     :
				     : "rcx", "memory");
		return (uint64_t)high << 32 | low;
	}
#endif
	if (clock->simulated)
		return (uint64_t)(clock->simulated() * 1e12);
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

#endif
