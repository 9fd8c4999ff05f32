/* A fiber is a stack of its own on which a thread runs a function, in turn with others. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_FIBER_FIBER_H
#define RUNTIME_FIBER_FIBER_H

#include <stddef.h>

/* A fiber stays on its thread. The thread's own stack is a fiber as well: a zeroed struct that the
 * first switch fills in. All functions are called by that thread.
 *
 * Two files implement the switch. fiber_boost.c uses Boost.Context, which changes stack and
 * registers in some nanoseconds. fiber_ucontext.c uses swapcontext of the C library, which also
 * asks the kernel for the signal mask. `configure` chooses. Boost's functions also keep the
 * floating-point control words of each fiber; neither source keeps thread-local variables. */
typedef void fiber_main(void *argument);

struct fiber {
	void *context;	  /* where the fiber goes on; NULL while the fiber runs */
	struct fiber *to; /* the fiber for which this fiber gave way last */
	fiber_main *main;
	void *argument;
	const void *stack; /* the lowest byte, for the address sanitizer */
	size_t bytes;
	void *fake; /* the address sanitizer's copies of variables */
	void *tsan; /* the fiber as the thread sanitizer knows it */
};

/* Makes a fiber that will call main(argument) on this stack. main never returns: a fiber that is
 * done leaves by fiber_leave. */
void fiber_make(struct fiber *fiber, void *stack, size_t bytes, fiber_main *main, void *argument);

/* Gives way to another fiber. Returns when another fiber gives way to this fiber. */
void fiber_switch(struct fiber *from, struct fiber *to);

enum {
	FETCHED_LINES = 8
};

/* Fetches the part of a stack that a fiber needs first when it goes on. With many fibers each stack
 * has left the near caches, so the fiber that is next should be named one switch ahead. */
static inline void fiber_prefetch(const struct fiber *fiber)
{
	const char *top = fiber->context;

	for (int line = 0; line < FETCHED_LINES; line++)
		__builtin_prefetch(top + 64 * line, 1);
}

/* Does the same for good. The stack may serve another fiber after fiber_free. */
void fiber_leave(struct fiber *from, struct fiber *to);
void fiber_free(struct fiber *fiber);

/* Called by a handler that runs because the thread ends or an exception passes: the calls below
 * never returned, so the address sanitizer still knows of their variables. This function lets the
 * sanitizer forget them; the handler itself has no variables in memory. */
void fiber_calls_ended(void);

#endif
