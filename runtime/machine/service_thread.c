/* Starts threads that serve the library, and run no code of the application. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <signal.h>
#include "runtime/machine/service_thread.h"

/* A service thread runs no code of the application, and takes no signals from its threads. It may
 * touch memory of which the application's handler supplies the pages, so signals that the thread
 * raises itself are not blocked. */
int service_thread_start(pthread_t *thread, void *(*main)(void *), void *argument)
{
	static const int own[] = { SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGSYS };
	sigset_t others, old;
	int error;

	sigfillset(&others);
	for (size_t i = 0; i < sizeof own / sizeof *own; i++)
		sigdelset(&others, own[i]);
	pthread_sigmask(SIG_BLOCK, &others, &old);
	error = pthread_create(thread, NULL, main, argument);
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return error;
}
