/* Leaving: a thread that ends as a node takes back what it lent, and the team learns of it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_LEAVE_H
#define RUNTIME_LEAVE_H

#include "runtime/team/team_state.h"

/* The worker's nodes give up the operations that they are in, if any: when this returns, what they
 * lent has come back or is revoked, and they hold nothing of others. The team has failed. */
void worker_recall(struct worker *me);

/* The thread of this worker ends inside an operation or a body: fails the team, and recalls. A handler
 * for pthread_cleanup_push. */
void worker_leave(void *worker);

/* Sees to it that threads' ends are noticed from now on. 0 or -ENOMEM. */
int threads_watch(void);

/* A thread is, or no longer is, this worker: when it ends as one, worker_leave is called. 0 or
 * -ENOMEM. */
int worker_enlist(struct worker *me);
void worker_dismiss(struct worker *me);

/* True when this thread is one of the team's workers. */
bool team_employs(const struct team *team);

/* The worker as which this thread is inside an operation of the team, with a node of its own; or NULL. */
const struct worker *worker_in_call(const struct team *team);

/* This thread is none of them any more: the team is freed in a forked child. */
void team_forget(const struct team *team);

#endif
