/* The threads of a scenario, as coroutines of one thread of the machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#undef _FORTIFY_SOURCE /* its longjmp takes another stack for a mistake */
#include <setjmp.h>
#include <stddef.h>
#include <ucontext.h>
#include "tests/explorer/model.h"
#include "tests/sanitized.h"

/* A coroutine is made once; a body that is dropped half-way is left by longjmp, to where the next
 * one begins. swapcontext would do for all switches, but its calls of the kernel take most of the
 * time, so the switches are jumps between stacks. The address sanitizer does not understand such
 * jumps: with it it is swapcontext, and it is told of each switch, for it keeps a stack of its own
 * for each coroutine. The thread sanitizer is not used here: there is one thread. */
#if SANITIZED_ADDRESS
#include <sanitizer/common_interface_defs.h>
const bool explorer_is_slow = true;
#else
#define JUMPS
const bool explorer_is_slow = false;
#endif

enum {
	STACK = 1 << 18
};

static struct coroutine {
	ucontext_t context;
	jmp_buf here;  /* where it was switched away from */
	jmp_buf begin; /* where it waits for a body */
	void (*body)(void);
	bool made, done, dropped;
	void *fake; /* stack of the address sanitizer */
	const void *bottom;
	size_t size;
	_Alignas(64) char stack[STACK];
} coroutines[THREADS];

static struct coroutine outside; /* whoever resumes them; its stack is not used */
static struct coroutine *inside;

static void swap(struct coroutine *from, struct coroutine *to)
{
#if SANITIZED_ADDRESS
	__sanitizer_start_switch_fiber(&from->fake, to->bottom, to->size);
#endif
	swapcontext(&from->context, &to->context);
#if SANITIZED_ADDRESS
	__sanitizer_finish_switch_fiber(from->fake, NULL, NULL);
#endif
}

static void switch_to(struct coroutine *from, struct coroutine *to)
{
#ifdef JUMPS
	if (!_setjmp(from->here))
		_longjmp(to->here, 1);
#else
	swap(from, to);
#endif
}

static void enter(void)
{
#if SANITIZED_ADDRESS
	__sanitizer_finish_switch_fiber(NULL, &outside.bottom, &outside.size);
#endif
	_setjmp(inside->begin);
	for (;;) {
		coroutine_yield();
		inside->body();
		inside->done = true;
	}
}

static void make(struct coroutine *coroutine)
{
	getcontext(&coroutine->context);
	coroutine->context.uc_stack.ss_sp = coroutine->stack;
	coroutine->context.uc_stack.ss_size = STACK;
	coroutine->context.uc_link = NULL;
	makecontext(&coroutine->context, enter, 0);
	coroutine->bottom = coroutine->stack;
	coroutine->size = STACK;
	inside = coroutine;
	if (!_setjmp(outside.here))
		swap(&outside, inside);
	coroutine->made = true;
}

void coroutine_start(int t, void (*body)(void))
{
	if (!coroutines[t].made)
		make(&coroutines[t]);
	coroutines[t].body = body;
	coroutines[t].done = false;
}

bool coroutine_resume(int t)
{
	inside = &coroutines[t];
	switch_to(&outside, inside);
	return !inside->done;
}

void coroutine_yield(void)
{
	switch_to(inside, &outside);
	if (inside->dropped) {
		inside->dropped = false;
		_longjmp(inside->begin, 1);
	}
}

void coroutine_drop(int t)
{
	if (coroutines[t].done)
		return;
	coroutines[t].dropped = true;
	coroutine_resume(t);
}
