/* Dispatch: the team's own threads, and the jobs that they do. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DISPATCH_H
#define RUNTIME_DISPATCH_H

#include "runtime/team/team_state.h"

/* What a thread of the team runs, from its start to team_stop. */
void *worker_main(void *worker);

/* Ends the threads that were started, and joins them. */
void team_stop(struct team *team);

#endif
