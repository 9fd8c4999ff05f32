/* A service thread does work of the library beside the threads that run nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_SERVICE_THREAD_H
#define RUNTIME_MACHINE_SERVICE_THREAD_H

#include <pthread.h>

/* Starts such a thread. Returns 0 or an errno. */
int service_thread_start(pthread_t *thread, void *(*main)(void *), void *argument);

#endif
