/* Takes locks, those of the process also over a fork, and counts forks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include "base/process.h"

/* writers
 *	process_generation	the only thread of a forked child, in the fork
 */

_Atomic uint32_t process_generation;

static pthread_mutex_t mutex[PROCESS_LOCKS] = { PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
	PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };

enum {
	LOOKS = 256
};

void lock_take(pthread_mutex_t *lock)
{
	for (int i = 0; i < LOOKS; i++) {
		if (!pthread_mutex_trylock(lock))
			return;
		sched_yield();
	}
	pthread_mutex_lock(lock);
}

static void hold_all(void)
{
	for (int i = 0; i < PROCESS_LOCKS; i++)
		pthread_mutex_lock(&mutex[i]);
}

static void release_all(void)
{
	for (int i = PROCESS_LOCKS; i--;)
		pthread_mutex_unlock(&mutex[i]);
}

static void begin_child(void)
{
	atomic_fetch_add_explicit(&process_generation, 1, memory_order_relaxed);
	release_all();
}

/* When the library is loaded, since a fork during a first call would find that call half done: the
 * child would register a second time, and its own forks would wait for locks that they hold. */
__attribute__((constructor)) static void forks_watch(void)
{
	pthread_atfork(hold_all, release_all, begin_child);
}

void process_lock(enum process_lock lock)
{
	lock_take(&mutex[lock]);
}

void process_unlock(enum process_lock lock)
{
	pthread_mutex_unlock(&mutex[lock]);
}
