/* Makes fibers and switches between them, and tells the sanitizers of each switch. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "runtime/fiber/fiber_internal.h"

/* A sanitizer keeps data for the stack that a thread is on: the address sanitizer where the stack
 * lies, the thread sanitizer which accesses came before which. The functions of the address
 * sanitizer are in every program that was compiled with it, also where this library was not. */
__attribute__((weak)) void __asan_unpoison_memory_region(const void *stack, size_t bytes);
__attribute__((weak)) void __sanitizer_start_switch_fiber(
	void **fake, const void *stack, size_t bytes);
__attribute__((weak)) void __sanitizer_finish_switch_fiber(
	void *fake, const void **stack, size_t *bytes);

void stack_forget(const void *stack, size_t bytes)
{
	if (__asan_unpoison_memory_region)
		__asan_unpoison_memory_region(stack, bytes);
}

enum {
	BELOW = 1 << 16 /* bytes: more than the ended calls used */
};

void fiber_calls_ended(void)
{
	stack_forget((unsigned char *)__builtin_frame_address(0) - BELOW, BELOW);
}

static void stack_leaves(void **fake, const struct fiber *to)
{
	if (__sanitizer_start_switch_fiber)
		__sanitizer_start_switch_fiber(fake, to->stack, to->bytes);
}

static void stack_entered(struct fiber *me, struct fiber *from)
{
	if (__sanitizer_finish_switch_fiber)
		__sanitizer_finish_switch_fiber(me->fake, &from->stack, &from->bytes);
}

#ifdef THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>

static void order_begins(struct fiber *fiber)
{
	fiber->tsan = __tsan_create_fiber(0);
}

/* Threads that run jobs in turn have a stack each, so the running fiber is asked for every time. */
static void order_goes_on(struct fiber *from, const struct fiber *to)
{
	from->tsan = __tsan_get_current_fiber();
	__tsan_switch_to_fiber(to->tsan, 0);
}

static void order_ends(struct fiber *fiber)
{
	if (fiber->tsan)
		__tsan_destroy_fiber(fiber->tsan);
}
#else
static void order_begins(struct fiber *fiber)
{
	(void)fiber;
}

static void order_goes_on(struct fiber *from, const struct fiber *to)
{
	(void)from, (void)to;
}

static void order_ends(struct fiber *fiber)
{
	(void)fiber;
}
#endif

void fiber_make(struct fiber *fiber, void *stack, size_t bytes, fiber_main *main, void *argument)
{
	fiber->main = main;
	fiber->argument = argument;
	fiber->stack = stack;
	fiber->bytes = bytes;
	fiber->fake = NULL;
	stack_forget(stack, bytes);
	context_make(fiber);
	order_ends(fiber);
	order_begins(fiber);
}

_Noreturn void fiber_enter(struct fiber *me, struct fiber *from)
{
	stack_entered(me, from);
	me->main(me->argument);
	abort();
}

static inline void change(struct fiber *me, struct fiber *to, void **fake)
{
	struct fiber *from;

	me->to = to;
	stack_leaves(fake, to);
	order_goes_on(me, to);
	from = context_switch(me, to);
	stack_entered(me, from);
}

void fiber_switch(struct fiber *from, struct fiber *to)
{
	change(from, to, &from->fake);
}

void fiber_leave(struct fiber *from, struct fiber *to)
{
	change(from, to, NULL);
}

void fiber_free(struct fiber *fiber)
{
	order_ends(fiber);
	fiber->tsan = NULL;
}
