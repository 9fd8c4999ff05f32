/* Asks the scheduler for shorter slices of processor time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/sched.h>
#include <linux/sched/types.h>
#include <sys/syscall.h>
#include <unistd.h>
#include "runtime/machine/timeslice.h"

/* A thread with an unusual policy has that policy on purpose, and is left alone. */
void timeslice_ask(uint64_t nanoseconds)
{
	struct sched_attr attr = { .size = sizeof attr };

	if (syscall(SYS_sched_getattr, 0, &attr, sizeof attr, 0) ||
		attr.sched_policy != SCHED_NORMAL)
		return;
	attr.sched_runtime = nanoseconds;
	syscall(SYS_sched_setattr, 0, &attr, 0);
}
