/* Every waiting thread of a team waits here: it spins, then yields, then parks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_WAIT_H
#define RUNTIME_DRIVE_WAIT_H

#include "runtime/drive/waiting.h"
#include "runtime/node/team_state.h"

struct wait {
	bool (*ready)(void *what); /* by acquire loads; also called as P3 (park.h) */
	void *what;
	const struct backoff *backoff;
	struct parker *parker; /* NULL: never parks */
	struct team *team;
	struct worker *watched; /* not NULL: an abort, a timeout or a cancellation ends the wait */
	/* `pause` returns the nanoseconds after which the thread looks again without a wake-up;
	 * NULL: it need not. For a paced team (pace.h) the thread may go on then. `going`, NULL
	 * elsewhere, returns true if such a time is near anywhere in the team, so that the team
	 * will go on although nothing moves now. */
	int64_t (*pause)(void *what);
	bool (*going)(void *what);
};

/* Chooses how patiently the team's threads wait if at most `cores` threads can run at once. */
void backoff_choose(struct team *team, enum waiting waiting, int cores);

/* A thread of a team over several processes carries packets while it waits. At first it does so
 * this many times without reading the clock. */
uint32_t first_pumps(const struct team *top);

/* Returns 0 when ready, or -errno of the abort, with the abort's line. */
int wait_slowly(const struct wait *wait);

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("yield");
#endif
}

/* Spins for the first moments, without a call or a clock. */
static inline __attribute__((always_inline)) int wait_for(const struct wait *wait)
{
	for (uint32_t i = wait->backoff->spins; i; i--) {
		if (wait->ready(wait->what))
			return 0;
		relax();
	}
	return wait_slowly(wait);
}

#endif
