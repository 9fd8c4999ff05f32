/* The read guard lets a node read another node's memory unless the team has failed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_READ_GUARD_H
#define RUNTIME_RING_READ_GUARD_H

/* In a zero-copy program (plan/program/lower_zero_copy.c) a node reads the memory of other nodes
 * that do not know about the read. The packets that the reader has received prove that those nodes
 * have entered the operation (ring.h, R1 -> A1, hop by hop). The barrier at the end tells those
 * nodes that the read is over. The remaining danger is a team that fails in between: a node that
 * gives up returns to a caller, and the caller may free the memory. A reader therefore announces
 * the read, and then looks for a failure. A node that gives up has seen the failure, and then looks
 * for readers. At least one of the two sees the other. So no read begins after the node that gives
 * up has looked, and that node waits for each read that had begun by then.
 *
 *	writers
 *	reading		the reader: 1 while it copies
 *	failing		abort.c: 1 from the first failure on
 *
 *	edges
 *	F1, F2		the reader's accesses to reading, then to failing; both are ordered
 *	F3		the access to reading by the node that gives up; ordered, as was the
 *			access to failing before
 *	F4 -> F3	reading		the read is complete
 */
#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"

/* Called by the reader. Returns false if the reader must not read. In both cases the reader calls
 * read_guard_end afterwards. */
static inline bool read_guard_begin(_Atomic uint32_t *reading, _Atomic uint32_t *failing)
{
	exchange_ordered(reading, 1);  /* F1 */
	return !load_ordered(failing); /* F2 */
}

static inline void read_guard_end(_Atomic uint32_t *reading)
{
	store_release(reading, 0); /* F4 */
}

/* Called by a node that gives up, for each reader, until true is returned: that reader reads
 * nothing. */
static inline bool read_guard_over(_Atomic uint32_t *reading)
{
	return !load_ordered(reading); /* F3 */
}

#endif
