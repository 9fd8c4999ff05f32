/* Runs jobs on the team's own threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_FORK_JOIN_H
#define RUNTIME_TEAM_FORK_JOIN_H

#include "runtime/team/team_state.h"

/* The main function of a thread of the team, from the thread's start to team_stop. */
void *worker_main(void *worker);

/* Ends and joins all threads that were started. */
void team_stop(struct team *team);

#endif
