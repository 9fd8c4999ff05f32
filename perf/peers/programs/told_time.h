/* What the programs beside grove's examples share: a clock, and the line that tells their time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PROGRAMS_TOLD_TIME_H
#define PERF_PEERS_PROGRAMS_TOLD_TIME_H

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline double program_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns argument i as a number, or `otherwise`. */
static inline long program_number(int arguments, char **argument, int i, long otherwise)
{
	return arguments > i ? strtol(argument[i], NULL, 10) : otherwise;
}

/* Prints the line that programs.py reads. Returns the status of the program. */
static inline int program_end(const char *what, int right, double seconds)
{
	printf("%s: %s, %.4f us\n", what, right ? "right" : "wrong", 1e6 * seconds);
	return !right;
}

#endif
