/* Changes stacks by the C library's swapcontext, where Boost.Context is missing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/fiber/fiber_internal.h"

#ifndef GROVE_BOOST_CONTEXT
#include <stdint.h>
#include <ucontext.h>

/* A fiber's context lies on the fiber's own stack, and so does the message to the next fiber. */
struct frame {
	ucontext_t state;
	struct fiber *from; /* the fiber that gave way to this fiber */
};

static void first_function(unsigned high, unsigned low)
{
	struct fiber *me = (struct fiber *)((uintptr_t)high << 16 << 16 | low);

	fiber_enter(me, ((struct frame *)me->context)->from);
}

void context_make(struct fiber *fiber)
{
	unsigned char *stack = (unsigned char *)(uintptr_t)fiber->stack;
	size_t left = (fiber->bytes - sizeof(struct frame)) & ~(size_t)63;
	struct frame *frame = (struct frame *)(stack + left);
	uintptr_t argument = (uintptr_t)fiber;

	getcontext(&frame->state);
	frame->state.uc_stack.ss_sp = stack;
	frame->state.uc_stack.ss_size = left;
	frame->state.uc_link = NULL;
	makecontext(&frame->state, (void (*)(void))first_function, 2,
		(unsigned)(argument >> 16 >> 16), (unsigned)argument);
	fiber->context = frame;
}

struct fiber *context_switch(struct fiber *from, struct fiber *to)
{
	struct frame here, *there = to->context;

	from->context = &here;
	there->from = from;
	swapcontext(&here.state, &there->state);
	return here.from;
}

#endif
