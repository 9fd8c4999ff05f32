/* A thread is one or several workers of teams, and the teams learn of its end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_THREAD_EXIT_H
#define RUNTIME_TEAM_THREAD_EXIT_H

#include "runtime/node/team_state.h"

/* Prepares the process to notice the ends of threads. Returns 0 or -ENOMEM. */
int threads_watch(void);

/* Says that the calling thread is this worker, or no longer is. A thread that ends as a worker
 * calls worker_leave. worker_enlist returns 0 or -ENOMEM. */
int worker_enlist(struct worker *me);
void worker_dismiss(struct worker *me);

/* Returns a worker that this thread became as node `above`, by sub_team_enter, or NULL. */
struct worker *worker_below(const struct node *above);

/* Returns true if this thread is a worker of the team. */
bool team_employs(const struct team *team);

/* Returns the node as which this thread is inside an operation of the team, or NULL. The thread
 * must be running a body of the team. */
const struct node *node_in_call(const struct team *team);

/* Says that this thread is no longer any worker of the team. For a team that is freed in a forked
 * child. */
void team_forget(const struct team *team);

#endif
