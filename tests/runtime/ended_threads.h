/* An option of the address sanitizer, for tests in which a thread ends inside a call. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_ENDED_THREADS_H
#define TESTS_ENDED_THREADS_H

#include "tests/sanitized.h"

#if SANITIZED_ADDRESS
/* The frames that an ending thread leaves stay marked in the sanitizer's shadow of the stack. The
 * sanitizer's own handler of the thread's end then finds the description of its signal stack among
 * these frames, and reports itself. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "use_sigaltstack=0";
}
#endif

#endif
