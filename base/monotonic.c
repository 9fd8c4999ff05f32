/* Reads the system's clock that never goes backwards. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/monotonic.h"

int64_t monotonic_now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}
