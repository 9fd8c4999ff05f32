/* Computes whether a request fits in the memory that is left, and refuses requests that do not fit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include "base/memory_budget.h"
#include "base/error.h"

/* Reading the system's files takes some 0.1 ms, as long as filling a mebibyte or two. */
static const double SMALL = 32 << 20;

/* Between two looks at the files. */
static const size_t PIECE = 16 << 20;

/* The system needs some of a machine's last memory: a process that takes all of that memory is
 * killed. */
static double room_usable(void)
{
	double left = (double)memory_budget_left();

	return left - left / 32;
}

bool memory_budget_has(double bytes)
{
	return bytes <= SMALL || bytes <= room_usable();
}

/* A thread may be cancelled where it reads a file, and would keep its locks. */
static bool piece_fits(size_t bytes)
{
	int state;
	bool fits;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &state);
	fits = room_usable() >= (double)bytes + 2 * (double)PIECE;
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

int memory_budget_refuse(double bytes, const char *what, const char *advice)
{
	return why(ENOMEM, "%s needs %.0f MiB of memory, %.0f are available; %s", what,
		bytes / 0x1p20, room_usable() / 0x1p20, advice);
}
