/* Starts the threads of a team, each on its cpu, and ends the threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_TEAM_THREADS_H
#define RUNTIME_TEAM_TEAM_THREADS_H

#include "runtime/node/team_state.h"

enum {
	STACK_USUAL = 1 << 20 /* bytes for a body or fold, even if `ulimit -s` is smaller */
};

/* Chooses a cpu for each thread; `pin` as in pinning.h. Returns 0, -EINVAL or -ENOMEM with why. */
struct cpus;
int threads_place(struct team *team, const struct cpus *cpus, const char *pin);

/* Returns that many usable cores, or only the team's own cpus where some of its threads share
 * one. */
int threads_cores(const struct team *team, int usable);

/* Starts and binds all threads. Returns 0 or -EAGAIN with why. After an error threads_close ends
 * the threads that were started. */
int threads_start(struct team *team);
void threads_close(struct team *team);

/* Called by the primary thread before a job. The system may have moved that thread to the cpu of
 * another thread of the team; that one gets the cpu which was left free for the primary thread. */
void threads_make_room(struct team *team);

/* Starts threads instead of those that have ended inside a body. No job may run. Returns 0, or
 * -EAGAIN with why; the next call tries again. */
int threads_renew(struct team *team);

#endif
