/* Keeps the node that a thread runs, and forgets that node in a forked child. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stddef.h>
#include "runtime/node/running.h"

_Thread_local const struct node *node_running;

static void begin_child(void)
{
	node_running = NULL;
}

/* When the library is loaded, as in base/process.c. */
__attribute__((constructor)) static void forks_watch(void)
{
	pthread_atfork(NULL, NULL, begin_child);
}
