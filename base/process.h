/* Locks: how a thread takes one, and the locks of a process, which a forked child finds free. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <pthread.h>
#include <stdint.h>

/* Takes a lock that other threads hold for some microseconds. A waiting thread that sleeps costs
 * more than that: the holder's call that wakes the thread, and the time until it runs again. So a
 * thread first looks for about as long as a sleep takes, and yields its core between two looks. */
void lock_take(pthread_mutex_t *lock);

/* A fork copies the memory of a process and only the thread that forks. A lock that another thread
 * holds would never be free in the child, and what the lock guards could be half written. So the
 * thread that forks takes all locks first. They stand here in the order in which a thread takes
 * several of them. */
enum process_lock {
	LOCK_CHOICES, /* library/verb_choices.c */
	LOCK_DISTANCE,
	LOCK_FILES, /* library/machine/machine_files.c */
	LOCK_CPUS,
	LOCK_LOADS,
	LOCK_PACKETS, /* library/wrap_plan.c */
	PROCESS_LOCKS
};

void process_lock(enum process_lock lock);
void process_unlock(enum process_lock lock);

/* The number of forks between the first process and this one. What belongs to this process has this
 * number. */
extern _Atomic uint32_t process_generation;

#endif
