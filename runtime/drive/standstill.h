/* Says whether every thread of a team stands still: time counts against a team only then. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_STANDSTILL_H
#define RUNTIME_DRIVE_STANDSTILL_H

#include "runtime/node/team_state.h"

/* A thread that waits says again and again at what time it last found that none of its nodes can go
 * on. A thread that computes in a body, a fold or a copy says MOVING. A thread that can go on and
 * is not run has not looked since the move that lets it go on.
 *
 *	job, idle_since		the worker's own thread
 *
 * The words order no other memory: a thread that acts counts a move, and the watchdog
 * compares moves over a time that is long beside the time in which a store becomes visible. */
enum {
	MOVING = 0
};
#define ABSENT INT64_MAX /* the thread has ended its job, or no thread is attached */

/* Returns when the thread of this worker last found nothing to do, MOVING or ABSENT. A thread that
 * has not yet begun the team's job is about to move. */
static inline int64_t worker_idle_since(const struct worker *me)
{
	bool begun = load_own(&me->job) == load_own(&me->team->job.number);

	return begun ? load_own(&me->idle_since) : MOVING;
}

/* Says when the thread of this worker last found nothing to do, or MOVING or ABSENT. The worker of
 * a sub-team's node stands for the worker at the top. A thread that is attached as several nodes
 * says so for all of them. */
void worker_stands(struct worker *me, int64_t time);

/* Returns true if every thread of the family's top team has looked in vain since `time`, and waits,
 * or is absent. */
bool family_stands(const struct team *team, int64_t time);

/* Returns the signs of progress of all teams of the family: the team at the top and every team
 * below. A node of a sub-team that waits for a node at work in another team of the family has not
 * stalled. */
uint64_t family_moves(struct team *team);

#endif
