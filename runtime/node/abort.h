/* Aborts a team: the first error ends all calls, and every thread learns of the error. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_ABORT_H
#define RUNTIME_NODE_ABORT_H

#include "base/process.h"
#include "runtime/node/team_state.h"

struct abort_state {
	int error;  /* the errno that every call returns from now on */
	int result; /* the errno that team_dispatch returns */
};

/* Aborts the team, unless an earlier error has done so already; the formatted line says why.
 * Wakes every thread that waits. Returns when team_sound is false for the team and all teams
 * below: what a thread that ends has left on its stack is then taken from the lists. */
void team_fail(struct team *team, const struct abort_state *fault, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Fails all teams below a failed team, with the same error and the same line. */
void sub_teams_fail(struct team *team);

/* Returns true in a forked child: there the team has no other threads, nobody gives back what was
 * lent, and a lock of the team may be held for ever. */
static inline bool team_forked(const struct team *team)
{
	return team->process != load_own(&process_generation);
}

/* Aborts the team because memory is short for messages from one node to another. */
void team_lacks_memory(struct team *team, int from, int to);

/* Returns true if the team is not aborted and belongs to this process. */
static inline bool team_sound(const struct team *team)
{
	return !load_acquire(&team->fault.error) && !team_forked(team); /* X2 */
}

/* Returns -errno of the abort, with the abort's line. team_sound must have returned false. */
int team_refuse(const struct team *team);

#endif
