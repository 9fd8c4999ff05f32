/* Under the thread sanitizers, sets the type of cancellation by the C library alone: their wrapper
 * of the call ends the process when a cancellation that is pending takes effect within it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_CANCEL_TYPE_H
#define TESTS_CANCEL_TYPE_H

#include "tests/sanitized.h"

#if SANITIZED_THREAD
#include <dlfcn.h>
#include <gnu/lib-names.h>
#include <pthread.h>
#include <stdlib.h>

typedef int set_type(int type, int *former);

static set_type *set_type_of_library;

__attribute__((constructor)) static void find_set_type(void)
{
	void *library = dlopen(LIBC_SO, RTLD_NOW);

	set_type_of_library = library ? (set_type *)dlsym(library, "pthread_setcanceltype") : NULL;
	if (!set_type_of_library)
		abort();
}

__attribute__((visibility("default"))) int pthread_setcanceltype(int type, int *former)
{
	return set_type_of_library(type, former);
}
#endif

#endif
