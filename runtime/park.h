/* Parking: a thread that has waited long enough sleeps on one word of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PARK_H
#define RUNTIME_PARK_H

#include <stdbool.h>
#include <stdint.h>
#include "runtime/atomics.h"

/* The waiter says that it sleeps and then looks once more; the waker publishes and then looks
 * whether somebody sleeps. One of the two sees the other, because all four accesses have one
 * order that both agree on:
 *
 *	waiter                                  waker
 *	P1  word = PARKED      (ordered)        S1  publishes, e.g. slot.turn   (ordered, ring.h)
 *	P2  looks again        (ordered)        S2  reads word                  (ordered)
 *	    futex_wait(word, PARKED)            S3  word = AWAKE, futex_wake    (if S2 saw PARKED)
 *
 *	word		the waiter writes PARKED and AWAKE, a waker writes AWAKE
 *	P1 -> S2	either S2 sees PARKED, or P2 sees what S1 published
 *
 * A wake-up that nobody needed is harmless: whoever wakes looks again.                       */
enum {
	AWAKE = 0,
	PARKED = 1
};

struct parker {
	_Alignas(128) _Atomic uint32_t word;
};

/* Sleeps while *word is PARKED, for at most `nanoseconds`; may return early. */
void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds);
void futex_wake(_Atomic uint32_t *word);

/* The waiter: announce, look again (the caller, with ordered loads), then sleep or leave. */
static inline void parker_announce(struct parker *parker)
{
	store_ordered(&parker->word, PARKED); /* P1 */
}

static inline void parker_sleep(struct parker *parker, int64_t nanoseconds)
{
	futex_wait(&parker->word, PARKED, nanoseconds);
	store_own(&parker->word, AWAKE);
}

static inline void parker_leave(struct parker *parker)
{
	store_own(&parker->word, AWAKE);
}

/* The waker, after it has published with an ordered store. */
static inline void parker_wake(struct parker *parker)
{
	if (load_ordered(&parker->word) == PARKED) { /* S2 */
		store_own(&parker->word, AWAKE);     /* S3 */
		futex_wake(&parker->word);
	}
}

#endif
