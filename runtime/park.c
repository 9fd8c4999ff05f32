/* Parking: sleeps on a word, and wakes who sleeps there, by the futex of Linux. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "runtime/park.h"

/* The word is written by park.h alone; the kernel compares it, under its own lock, with PARKED. A
 * negative time is no limit. Early returns, also by a signal, are harmless: the waiter looks again. */
void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds)
{
	struct timespec limit = { nanoseconds / 1000000000, nanoseconds % 1000000000 };

	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, nanoseconds < 0 ? NULL : &limit, NULL,
		0);
}

void futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
