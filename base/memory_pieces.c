/* Allocates the pieces of what may become a large amount, within the memory that is left. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "base/memory_budget.h"

/* The bytes allocated between two readings of the system's files. */
static const size_t PIECE = 16 << 20;

/* A thread may be cancelled where it reads a file, and would keep its locks. */
static bool piece_fits(size_t bytes)
{
	int state;
	bool fits;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	fits = memory_budget_left() >= bytes + 2 * PIECE;
	pthread_setcancelstate(state, &state);
	return fits;
}

/* All threads of the process add to `taken`, which orders nothing. */
void *memory_budget_take(size_t bytes)
{
	static _Atomic size_t taken;
	size_t before = atomic_fetch_add_explicit(&taken, bytes, memory_order_relaxed);
	void *memory = NULL;

	if (before / PIECE == (before + bytes) / PIECE || piece_fits(bytes))
		memory = aligned_alloc(128, (bytes + 127) / 128 * 128);
	if (!memory)
		atomic_fetch_sub_explicit(&taken, bytes, memory_order_relaxed);
	return memory;
}
