/* The threads of a scenario, as coroutines of one thread of the machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#undef _FORTIFY_SOURCE /* its longjmp takes another stack for a mistake */
#include <setjmp.h>
#include <stddef.h>
#include <ucontext.h>
#include "tests/explorer/model.h"

/* swapcontext enters a coroutine, and would do for all switches, but for its calls of the kernel,
 * which take most of the time; so the other switches are jumps. The sanitizers do not understand
 * such jumps; they keep a stack of their own for each coroutine and must be told of each switch.
 * A coroutine may be dropped half-way, as it holds nothing. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ADDRESS_SANITIZER
#endif
#if __has_feature(thread_sanitizer)
#define THREAD_SANITIZER
#endif
#endif
#ifdef __SANITIZE_ADDRESS__
#define ADDRESS_SANITIZER
#endif
#ifdef __SANITIZE_THREAD__
#define THREAD_SANITIZER
#endif
#if !defined(ADDRESS_SANITIZER) && !defined(THREAD_SANITIZER)
#define JUMPS
const bool explorer_is_slow = false;
#else
const bool explorer_is_slow = true;
#endif

#ifdef ADDRESS_SANITIZER
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef THREAD_SANITIZER
#include <sanitizer/tsan_interface.h>
#endif

enum {
	STACK = 1 << 18
};

static struct coroutine {
	ucontext_t context;
	jmp_buf begin, here; /* of a coroutine that was entered once: before its body; in it */
	void (*body)(void);
	bool entered, begun, done;
	void *fiber; /* of the thread sanitizer */
	void *fake;  /* stack of the address sanitizer */
	const void *bottom;
	size_t size;
	_Alignas(64) char stack[STACK];
} coroutines[THREADS];

static struct coroutine outside; /* whoever resumes them; its stack is not used */
static struct coroutine *inside;

static void swap(struct coroutine *from, struct coroutine *to)
{
#ifdef ADDRESS_SANITIZER
	__sanitizer_start_switch_fiber(&from->fake, to->bottom, to->size);
#endif
#ifdef THREAD_SANITIZER
	__tsan_switch_to_fiber(to->fiber, 0);
#endif
	swapcontext(&from->context, &to->context);
#ifdef ADDRESS_SANITIZER
	__sanitizer_finish_switch_fiber(from->fake, NULL, NULL);
#endif
}

static void enter(void)
{
#ifdef ADDRESS_SANITIZER
	__sanitizer_finish_switch_fiber(NULL, &outside.bottom, &outside.size);
#endif
#ifdef JUMPS
	if (!_setjmp(inside->begin))
		swap(inside, &outside);
#endif
	inside->body();
	inside->done = true;
	coroutine_yield(); /* for ever */
}

static void prepare(struct coroutine *coroutine)
{
	getcontext(&coroutine->context);
	coroutine->context.uc_stack.ss_sp = coroutine->stack;
	coroutine->context.uc_stack.ss_size = STACK;
	coroutine->context.uc_link = NULL;
	makecontext(&coroutine->context, enter, 0);
	coroutine->bottom = coroutine->stack;
	coroutine->size = STACK;
#ifdef ADDRESS_SANITIZER
	__asan_unpoison_memory_region(coroutine->stack, STACK);
#endif
#ifdef THREAD_SANITIZER
	outside.fiber = __tsan_get_current_fiber();
	coroutine->fiber = __tsan_create_fiber(0);
#endif
}

void coroutine_start(int t, void (*body)(void))
{
	struct coroutine *coroutine = &coroutines[t];

	coroutine->body = body;
	coroutine->begun = coroutine->done = false;
	if (coroutine->entered)
		return;
	prepare(coroutine);
#ifdef JUMPS
	inside = coroutine;
	swap(&outside, inside);
	coroutine->entered = true;
#endif
}

bool coroutine_resume(int t)
{
	inside = &coroutines[t];
#ifdef JUMPS
	if (_setjmp(outside.here))
		return !inside->done;
	if (inside->begun)
		_longjmp(inside->here, 1);
	inside->begun = true;
	_longjmp(inside->begin, 1);
#else
	swap(&outside, inside);
	return !inside->done;
#endif
}

void coroutine_yield(void)
{
#ifdef JUMPS
	if (!_setjmp(inside->here))
		_longjmp(outside.here, 1);
#else
	swap(inside, &outside);
#endif
}

void coroutine_drop(int t)
{
	(void)t;
#ifdef THREAD_SANITIZER
	__tsan_destroy_fiber(coroutines[t].fiber);
#endif
}
