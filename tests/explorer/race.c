/* Plain memory: every two accesses that conflict must be ordered by happens-before. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "tests/explorer/model.h"

/* For each cell of four bytes the last event of each thread that read it, and that wrote it.
 * Looking at the last ones is enough: what happens before them was compared with them then. Cells
 * are found by a hash, and those of earlier executions are as good as empty. */
enum {
	CELL = 4,
	CELLS = 1024
};

static struct cell {
	uintptr_t address;
	unsigned long execution;
	struct clock reads, writes;
} cells[CELLS];
static unsigned count;
static unsigned long execution;

void race_reset(void)
{
	count = 0;
	execution++;
}

static struct cell *cell_of(uintptr_t address)
{
	struct cell *cell = &cells[(address / CELL * 0x9e3779b1u >> 7) % CELLS];

	while (cell->execution == execution && cell->address != address)
		cell = cell + 1 < cells + CELLS ? cell + 1 : cells;
	if (cell->execution == execution)
		return cell;
	if (++count == CELLS)
		abort();
	*cell = (struct cell){ .address = address, .execution = execution };
	return cell;
}

/* A thread whose access to the cell thread t does not know of; THREADS when there is none. */
static int stranger(const struct clock *accesses, int t)
{
	int u = 0;

	while (u < THREADS && (u == t || accesses->of[u] <= threads[t].clock.of[u]))
		u++;
	return u;
}

static void touch(struct cell *cell, int t, bool write)
{
	int other = stranger(&cell->writes, t);

	if (write && other == THREADS)
		other = stranger(&cell->reads, t);
	if (other < THREADS)
		search_fail("race: thread %d %s plain memory that thread %d has touched", t,
			write ? "writes" : "reads", other);
	(write ? &cell->writes : &cell->reads)->of[t] = (uint16_t)threads[t].events;
}

void plain_access(const volatile void *address, size_t bytes, bool write)
{
	const uintptr_t begin = (uintptr_t)address, end = begin + bytes;
	const int t = current_thread();
	struct thread *me = &threads[t];

	if (++me->events == EVENTS)
		abort();
	me->clock.of[t] = me->cause.of[t] = (uint16_t)me->events;
	me->log[me->events].place = PLAIN;
	me->log[me->events].read = 0;
	me->log[me->events].clock = me->clock;
	for (uintptr_t at = begin / CELL * CELL; at < end; at += CELL)
		touch(cell_of(at), t, write);
}
