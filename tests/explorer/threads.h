/* What a file of the runtime asks of threads, handed to the explorer: each file gets this before
 * its first line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_EXPLORER_THREADS_H
#define TESTS_EXPLORER_THREADS_H

#define sched_yield explorer_yield
#define pthread_key_create explorer_key_create
#define pthread_getspecific explorer_getspecific
#define pthread_setspecific explorer_setspecific

#include <pthread.h>
#include <sched.h>
#include <string.h>

/* As the compiler would report a copy. */
#define memcpy explorer_copy
void *explorer_copy(void *to, const void *from, size_t bytes);

#endif
