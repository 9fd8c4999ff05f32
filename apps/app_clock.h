/* Reads the clock that applications measure by. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_APP_CLOCK_H
#define APPS_APP_CLOCK_H

#include <time.h>

/* Seconds from any moment. */
static inline double seconds_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
