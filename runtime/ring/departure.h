/* A node that has gone for good says so, and wakes nodes that sleep until the node acts. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_DEPARTURE_H
#define RUNTIME_RING_DEPARTURE_H

/* A node that has gone sends no packet any more and returns none. What the node did before it went
 * still counts: a waiter that sees `gone` looks at its event once more. If the event has not
 * happened by then, the event never happens.
 *
 * Few threads sleep when bodies return, and a node that goes does not know who waits for it.
 * So threads are counted while they sleep, and only if the count is not 0, all threads of the team
 * are woken.
 *
 *	writers
 *	gone		the node's own thread, and for a node of another process the thread that
 *			has locked the wires: the job in which the node has gone; heal.c: 0
 *	sleepers	a thread that sleeps in a call counts up, and down again
 *
 *	edges
 *	G1 -> G2	gone		all that the node did, to a waiter, which looks at its event
 *	G3, G4		sleepers, and the parker's barriers (park.h): a thread that goes to sleep
 *			counts itself before P1 and P2, and looks at `gone` as P3; the node that
 *			goes stores `gone`, passes a light barrier, and reads the count. At least
 *			one of the two sees the other */
#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"

/* Returns true if a thread may sleep: the caller then wakes all threads of the team. `barrier` is
 * any parker's. */
static inline bool departure_say(_Atomic uint32_t *gone, uint32_t job, _Atomic uint32_t *sleepers,
	_Atomic uint32_t *barrier)
{
	store_release(gone, job); /* G1 */
	barrier_light(barrier);
	return load_own(sleepers); /* G4 */
}

static inline bool departure_seen(const _Atomic uint32_t *gone, uint32_t job)
{
	return load_acquire(gone) == job; /* G2 */
}

/* Called before parker_announce. */
static inline void departure_sleep(_Atomic uint32_t *sleepers)
{
	add_own(sleepers, 1); /* G3 */
}

static inline void departure_wake(_Atomic uint32_t *sleepers)
{
	add_own(sleepers, -1u);
}

#endif
