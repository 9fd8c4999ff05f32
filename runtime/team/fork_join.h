/* Runs jobs on the threads of a team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_FORK_JOIN_H
#define RUNTIME_TEAM_FORK_JOIN_H

#include "runtime/team/team_state.h"

/* The main function of a thread of the team, from the thread's start to team_stop. */
void *worker_main(void *worker);

/* Returns true if the worker is the thread that runs the job, and not a thread of the team's
 * own. */
static inline bool worker_is_primary(const struct worker *me)
{
	return me->team->primary && me->number == 0;
}

/* Ends the job, with the error of a thread that has ended, for a primary worker whose thread ends.
 * The team stays held. */
void job_abandon(struct worker *me);

/* Ends and joins all threads that were started. */
void team_stop(struct team *team);

#endif
