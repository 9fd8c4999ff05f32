/* Declares what the two sources of switches have in common. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_FIBER_FIBER_INTERNAL_H
#define RUNTIME_FIBER_FIBER_INTERNAL_H

#include "runtime/fiber/fiber.h"

#if defined(__has_feature)
#define HAS_FEATURE(name) __has_feature(name)
#else
#define HAS_FEATURE(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || HAS_FEATURE(thread_sanitizer)
#define THREAD_SANITIZER
#endif

/* Tells the address sanitizer that no function is on this stack any more. */
void stack_forget(const void *stack, size_t bytes);

/* Prepares the context of a fiber that calls fiber_enter(fiber) at the first switch. */
void context_make(struct fiber *fiber);

/* Changes the stack. Returns the fiber that gave way to `from`, whose context is set. */
struct fiber *context_switch(struct fiber *from, struct fiber *to);

/* The first function of a fiber, to which `from` gave way. */
_Noreturn void fiber_enter(struct fiber *me, struct fiber *from);

#endif
