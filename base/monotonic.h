/* Reads the system's clock that never goes backwards. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_MONOTONIC_H
#define BASE_MONOTONIC_H

#include <stdint.h>
#include <time.h>

static inline double monotonic_seconds(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Returns the same in nanoseconds. */
int64_t monotonic_now(void);

#endif
