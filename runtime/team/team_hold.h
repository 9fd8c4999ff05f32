/* Holding a team gives a single thread at a time the use of the team as a whole. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_TEAM_HOLD_H
#define RUNTIME_TEAM_TEAM_HOLD_H

#include "runtime/team/team.h"

/* Running a job, measuring, counting and closing are for a single thread at a time. team_hold_begin
 * returns 0, and the thread may not be cancelled until team_hold_end. Otherwise team_hold_begin
 * returns, with why, -EDEADLK for a thread of the team, which would wait for itself, -EBUSY while
 * another thread holds the team, or -ECHILD after a fork. */
int team_hold_begin(struct team *team);
void team_hold_end(struct team *team);

/* Returns -EDEADLK with why if this thread is a thread of the team, or 0. */
int team_hold_outside(const struct team *team);

/* Does the same, but also returns -EBUSY while nodes are inside an operation. */
int team_hold_idle(struct team *team);

/* Returns the number of a node as which a thread is attached, or -1. */
int team_attached(const struct team *team);

/* Called by a holder that is about to free the team (CLOSING), or to heal a team of callers'
 * threads (HEALING: until the holder resets `closing`). Returns 0, and no thread can attach, or
 * -EBUSY with why while a thread is attached. */
int team_hold_off(struct team *team, enum closing why_not);

#endif
