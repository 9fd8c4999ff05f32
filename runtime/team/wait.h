/* Waiting: spin, then yield, then park. The one door through which every thread of a team waits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WAIT_H
#define RUNTIME_WAIT_H

#include "runtime/team/team_state.h"

struct wait {
	bool (*ready)(void *what); /* by acquire loads; asked again after the thread announced that it parks */
	void *what;
	const struct patience *patience;
	struct parker *parker; /* NULL: never parks */
	struct team *team;
	struct worker
		*watched; /* not NULL: ends by a fault, a timeout or the thread's cancellation */
	/* For a team whose packets take their time (pace.h); NULL elsewhere. Nanoseconds until it may
	 * be ready without anybody's doing; whether such a time is near anywhere in the team, so
	 * that it goes on though nothing moves. */
	int64_t (*pause)(void *what);
	bool (*going)(void *what);
};

/* For threads, threads at most `cores` of which can run at once. */
void patience_choose(struct team *team, enum waiting waiting, int cores);

/* 0 when ready, or -errno of the fault, with its line. */
int wait_slowly(const struct wait *wait);

static inline void relax(void)
{
#if defined(__x86_64__) || defined(__i386__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ __volatile__("yield");
#endif
}

/* The first moments, without a call or a clock. */
static inline __attribute__((always_inline)) int wait_for(const struct wait *wait)
{
	for (uint32_t i = wait->patience->spins; i; i--) {
		if (wait->ready(wait->what))
			return 0;
		relax();
	}
	return wait_slowly(wait);
}

#endif
