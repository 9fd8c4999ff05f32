/* Reaching: a node reads another's memory, unless the team has failed and that memory may be gone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_REACH_H
#define RUNTIME_REACH_H

/* By reference (plan/program/lower_zero_copy.c) a node reads from nodes that know nothing of it. That they have
 * entered the operation it knows by the packets that it had (ring.h, R1 -> A1, hop by hop), that it has
 * read they know by the meeting. What is left is the team that fails in between: whoever gives up then
 * returns to a caller who may free the memory. So a reader says that it reads, and then looks for a
 * failure; who gives up has seen the failure, and then looks for readers. Of the two one sees the other:
 * no read begins after the giver-up has looked, and for one that had begun it waits.
 *
 *	who writes what
 *	reading		the reader: 1 while it copies
 *	failing		fault.c: 1 from the first failure on
 *
 *	edges
 *	F1, F2		reading, then failing: ordered, and so are
 *	F3		reading, by who gives up; failing was ordered, and came before
 *	F4 -> F3	reading		what was read has been read
 */
#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"

/* The reader: false when it must not read. Then, and when it has read, reach_end. */
static inline bool reach_begin(_Atomic uint32_t *reading, _Atomic uint32_t *failing)
{
	exchange_ordered(reading, 1);  /* F1 */
	return !load_ordered(failing); /* F2 */
}

static inline void reach_end(_Atomic uint32_t *reading)
{
	store_release(reading, 0); /* F4 */
}

/* Who gives up, once for each reader and until it is true: nothing is being read. */
static inline bool reach_over(_Atomic uint32_t *reading)
{
	return !load_ordered(reading); /* F3 */
}

#endif
