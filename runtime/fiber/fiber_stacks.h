/* Stacks for fibers: memory taken page by page as a stack grows, with a guard below each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_FIBER_FIBER_STACKS_H
#define RUNTIME_FIBER_FIBER_STACKS_H

#include <stddef.h>

/* A stack that grows into its guard page ends the process by SIGSEGV, as the stack of a thread
 * does. */
struct fiber_stacks {
	unsigned char *memory; /* NULL: none */
	size_t count, stride, guard;
};

/* Takes address space for `count` stacks of `bytes` bytes each. Returns 0, or -ENOMEM with the
 * largest stacks that fit in why. */
int fiber_stacks_open(struct fiber_stacks *stacks, size_t count, size_t bytes);
void fiber_stacks_close(struct fiber_stacks *stacks);

/* Returns the lowest byte of a stack, and the number of bytes. */
void *fiber_stack(const struct fiber_stacks *stacks, size_t number, size_t *bytes);

#endif
