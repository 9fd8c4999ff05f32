/* Parking: a thread that has waited long enough sleeps on one word of its own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PARK_H
#define RUNTIME_PARK_H

#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"

/* The waiter says that it sleeps and then looks once more; the waker publishes and then looks
 * whether somebody sleeps. One of the two sees the other, because between the two things each does
 * there is a barrier. Wakers are many and in a hurry, waiters have nothing better to do: so the
 * waiter's barrier is a system call that stands in for both, and the waker's costs nothing.
 *
 *	waiter                                  waker
 *	P1  word = PARKED                       S1  publishes, e.g. slot.turn   (release, ring.h)
 *	P2  barrier, heavy                      S2  barrier, light
 *	P3  looks again                         S3  reads word
 *	    futex_wait(word, PARKED)            S4  word = AWAKE, futex_wake    (if S3 saw PARKED)
 *
 *	word		the waiter writes PARKED and AWAKE, a waker writes AWAKE
 *	P2 -> S2	S3 sees PARKED
 *	S2 -> P2	P3 sees what S1 published
 *
 * A wake-up that nobody needed is harmless: whoever wakes looks again.                       */
enum {
	AWAKE = 0,
	PARKED = 1
};

struct parker {
	_Alignas(128) _Atomic uint32_t word;
	_Atomic uint32_t barrier; /* names the barriers to the explorer; never touched otherwise */
};

/* Sleeps while *word is PARKED, for at most `nanoseconds`; may return early. Where the kernel has no
 * barrier for P2, it always does, after a millisecond. */
void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds);
void futex_wake(_Atomic uint32_t *word);

/* The waiter: announce, look again (the caller, P3), then sleep or leave. */
static inline void parker_announce(struct parker *parker)
{
	store_own(&parker->word, PARKED); /* P1 */
	barrier_heavy(&parker->barrier);  /* P2 */
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

/* The waker, after it has published (S1). */
static inline void parker_wake(struct parker *parker)
{
	barrier_light(&parker->barrier);	 /* S2 */
	if (load_own(&parker->word) == PARKED) { /* S3 */
		store_own(&parker->word, AWAKE); /* S4 */
		futex_wake(&parker->word);
	}
}

#endif
