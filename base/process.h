/* What a process has once: the locks that a forked child finds free, and the count of forks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_PROCESS_H
#define BASE_PROCESS_H

#include <stdint.h>

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
