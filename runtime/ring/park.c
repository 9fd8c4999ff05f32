/* Sleeps on a word and wakes the thread that sleeps there, by the futex system call of Linux. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
#include "runtime/ring/park.h"

/* Only park.h writes the word. The kernel compares the word with PARKED under a lock of the
 * kernel's own. A negative time means no limit. Early returns, also by a signal, are harmless: the
 * waiter looks again.
 *
 * membarrier(2) with PRIVATE_EXPEDITED interrupts each core that runs a thread of this process, for
 * a full fence. Threads that do not run pass a fence when they are switched. A process must
 * register before the first use: when the library is loaded, because the kernel registers a process
 * with several threads only after all cpus have switched threads, which takes 10 ms and more.
 * Kernels before 4.14, and some sandboxes, have no membarrier: a wake-up may then be lost, so no
 * thread sleeps for longer than a millisecond. */

enum {
	NAP = 1000000 /* nanoseconds */
};

static _Atomic int no_barrier;

static int membarrier(int command)
{
	return (int)syscall(SYS_membarrier, command, 0, 0);
}

__attribute__((constructor)) static void barrier_register(void)
{
	if (membarrier(MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED))
		atomic_store_explicit(&no_barrier, 1, memory_order_relaxed);
}

void barrier_everywhere(void)
{
	if (membarrier(MEMBARRIER_CMD_PRIVATE_EXPEDITED))
		barrier_register();
}

void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds)
{
	bool nap = atomic_load_explicit(&no_barrier, memory_order_relaxed) &&
		   (nanoseconds < 0 || nanoseconds > NAP);
	int64_t time = nap ? NAP : nanoseconds;
	struct timespec limit = { time / 1000000000, time % 1000000000 };

	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, value, time < 0 ? NULL : &limit, NULL, 0);
}

void futex_wake(_Atomic uint32_t *word)
{
	syscall(SYS_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}
