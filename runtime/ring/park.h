/* Parking puts a thread that has waited long enough to sleep on a word of the thread's own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_RING_PARK_H
#define RUNTIME_RING_PARK_H

#include <stdbool.h>
#include <stdint.h>
#include "runtime/ring/atomics.h"

/* The waiter announces that it sleeps and then looks once more at the event. The waker publishes
 * the event and then looks for a sleeper. A barrier stands between the two actions of each thread,
 * so at least one of the two threads sees the other. Wakers are many and in a hurry, and waiters
 * have nothing better to do. The waiter's barrier is therefore a system call that acts for both
 * threads, and the waker's barrier costs nothing.
 *
 *	waiter                                  waker
 *	P1  word = PARKED                       S1  publishes, e.g. slot.turn   (release, ring.h)
 *	P2  barrier, heavy                      S2  barrier, light
 *	P3  looks again                         S3  reads word
 *	    futex_wait(word, PARKED)            S4  word = AWAKE, futex_wake    (if S3 saw PARKED)
 *
 *	word		the waiter writes PARKED and AWAKE, a waker writes AWAKE
 *	P2 -> S2	S3 sees PARKED
 *	S2 -> P2	P3 sees the event that S1 published
 *
 * An unnecessary wake-up is harmless: every thread that wakes up looks again. */
enum {
	AWAKE = 0,
	PARKED = 1
};

struct parker {
	_Alignas(128) _Atomic uint32_t word;
	_Atomic uint32_t barrier; /* names the barriers to the explorer; no other use */
};

/* Sleeps while *word is `value`, for at most `nanoseconds`, and may return early. On a kernel
 * without the barrier of P2 the sleep always ends after a millisecond. */
void futex_wait(_Atomic uint32_t *word, uint32_t value, int64_t nanoseconds);
void futex_wake(_Atomic uint32_t *word);

/* The waiter announces that it will sleep; then the caller looks again (P3); then the waiter sleeps
 * or leaves. */
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

/* Called by the waker after the event is published (S1). */
static inline void parker_wake(struct parker *parker)
{
	barrier_light(&parker->barrier);	 /* S2 */
	if (load_own(&parker->word) == PARKED) { /* S3 */
		store_own(&parker->word, AWAKE); /* S4 */
		futex_wake(&parker->word);
	}
}

#endif
