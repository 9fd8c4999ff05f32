/* Plain memory: every two accesses that conflict must be ordered by happens-before. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "tests/explorer/model.h"

/* For each address the last event of each thread that read it, and that wrote it. Looking at the
 * last ones is enough: what happens before them was compared with them then. */
enum {
	CELLS = 64
};

static struct cell {
	const volatile void *address;
	struct clock reads, writes;
} cells[CELLS];
static unsigned count;

void race_reset(void)
{
	count = 0;
}

static struct cell *cell_of(const volatile void *address)
{
	for (unsigned i = 0; i < count; i++)
		if (cells[i].address == address)
			return &cells[i];
	if (count == CELLS)
		abort();
	memset(&cells[count], 0, sizeof cells[count]);
	cells[count].address = address;
	return &cells[count++];
}

/* A thread whose access to the cell thread t does not know of; THREADS when there is none. */
static int stranger(const struct clock *accesses, int t)
{
	int u = 0;

	while (u < THREADS && (u == t || accesses->of[u] <= threads[t].clock.of[u]))
		u++;
	return u;
}

static void touch(const volatile void *address, bool write)
{
	const int t = current_thread();
	struct thread *me = &threads[t];
	struct cell *cell = cell_of(address);
	int other = stranger(&cell->writes, t);

	if (++me->events == EVENTS)
		abort();
	me->clock.of[t] = me->cause.of[t] = (uint16_t)me->events;
	me->log[me->events].place = PLAIN;
	me->log[me->events].read = 0;
	me->log[me->events].clock = me->clock;
	if (write && other == THREADS)
		other = stranger(&cell->reads, t);
	if (other < THREADS)
		search_fail("race: thread %d %s plain memory that thread %d has touched", t,
			write ? "writes" : "reads", other);
	(write ? &cell->writes : &cell->reads)->of[t] = (uint16_t)me->events;
}

void plain_read(const volatile void *address)
{
	touch(address, false);
}

void plain_write(volatile void *address)
{
	touch(address, true);
}
