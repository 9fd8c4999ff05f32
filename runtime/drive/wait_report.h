/* Reports in one line which node waits for which, or which arguments differ. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_DRIVE_WAIT_REPORT_H
#define RUNTIME_DRIVE_WAIT_REPORT_H

#include "runtime/node/team_state.h"

/* node_tell publishes the event that a node in an operation waits for; node_hush says that the node
 * waits no longer. */
void node_tell(struct node *me);
static inline void node_hush(struct node *me)
{
	store_own(&me->news.waiting, 0);
}

/* worker_tell publishes the events that the worker's nodes wait for. worker_hush says that the
 * nodes no longer wait. */
void worker_tell(struct worker *me);
void worker_hush(struct worker *me);

/* Fails the team and returns -errno if nothing has moved for the team's timeout. `moves` is the
 * result of family_moves at the beginning of that time. Returns 0 if something has moved after
 * all, or if some node need not wait any more and only the node's thread is not run. */
int team_stalled(struct worker *me, uint64_t moves);

/* Fails the team because the node of an activity waits for a node that has gone, and the activity
 * cannot end. Returns -errno. */
int pending_misses(struct pending *me);

/* Fails the team and returns -errno if a waiting node of the worker and any other node called the
 * same operation with different arguments. */
int worker_finds_difference(struct worker *me);

#endif
