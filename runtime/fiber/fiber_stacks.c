/* Takes the stacks of fibers from the system in one piece, and protects a page below each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
#include "base/error.h"
#include "base/size.h"
#include "runtime/fiber/fiber_internal.h"
#include "runtime/fiber/fiber_stacks.h"

/* The bytes that every fiber uses lie near the top of its stack. Tops at equal places of their
 * pages would share a few sets of the first cache, so each stack begins some lines below the
 * top. */
enum {
	APART = 7 * 64 /* an odd number of lines */
};

static void *take(size_t bytes)
{
	void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
		MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* Returns the bytes of the largest stacks of which the address space holds that many. */
static size_t largest(size_t count, size_t stride, size_t guard)
{
	void *memory;

	for (stride = (stride / 2) & ~(guard - 1); stride > guard;
		stride = (stride / 2) & ~(guard - 1)) {
		memory = take(count * stride);
		if (!memory)
			continue;
		munmap(memory, count * stride);
		return stride - guard;
	}
	return 0;
}

static int refuse(size_t count, size_t bytes, size_t fits)
{
	if (fits < 1024)
		return why(ENOMEM, "no memory for %zu stacks of %zu KiB", count, bytes >> 10);
	return why(ENOMEM, "no memory for %zu stacks of %zu KiB; stacks of %zu KiB fit", count,
		bytes >> 10, fits >> 10);
}

#ifndef MADV_GUARD_INSTALL
#define MADV_GUARD_INSTALL 102
#endif

/* From Linux 6.13 on a guard leaves the stacks a single mapping. */
static bool guard(unsigned char *memory, size_t bytes)
{
	return !madvise(memory, bytes, MADV_GUARD_INSTALL) || !mprotect(memory, bytes, PROT_NONE);
}

/* A large page for each stack would take memory that no body touches. */
static bool protect(const struct fiber_stacks *stacks)
{
	madvise(stacks->memory, stacks->count * stacks->stride, MADV_NOHUGEPAGE);
	for (size_t s = 0; s < stacks->count; s++)
		if (!guard(stacks->memory + s * stacks->stride, stacks->guard))
			return false;
	return true;
}

int fiber_stacks_open(struct fiber_stacks *stacks, size_t count, size_t bytes)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE), all;
	struct fiber_stacks new = { NULL, count, ((bytes + page - 1) & ~(page - 1)) + 2 * page,
		page };

	if (new.stride < bytes || !size_multiply(&all, count, new.stride))
		return refuse(count, bytes, 0);
	new.memory = take(all);
	if (!new.memory)
		return refuse(count, bytes, largest(count, new.stride, page));
	if (!protect(&new)) {
		fiber_stacks_close(&new);
		return why(ENOMEM, "no memory for the guards of %zu stacks: %s", count,
			strerror(errno));
	}
	*stacks = new;
	return 0;
}

void fiber_stacks_close(struct fiber_stacks *stacks)
{
	size_t bytes = stacks->count * stacks->stride;

	if (!stacks->memory)
		return;
	stack_forget(stacks->memory, bytes);
	munmap(stacks->memory, bytes);
	stacks->memory = NULL;
}

void *fiber_stack(const struct fiber_stacks *stacks, size_t number, size_t *bytes)
{
	*bytes = stacks->stride - stacks->guard - number * APART % stacks->guard;
	return stacks->memory + number * stacks->stride + stacks->guard;
}
