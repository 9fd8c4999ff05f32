/* Operations of the nodes of one thread: how each ends, and when the thread can go on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_ROUNDS_H
#define RUNTIME_TEAM_ROUNDS_H

#include "runtime/team/transport.h"

/* Ends an operation. */
static inline void node_end(struct node *me)
{
	if (me->copy_trials.now)
		copy_trial_end(&me->copy_trials);
	me->program = NULL;
	if (me->team->transport)
		me->team->transport->flush(me);
	store_own(&me->news.left, me->operation);
}

/* Returns true if a busy node of the worker need not wait any more. */
static inline bool worker_ready(void *worker)
{
	struct worker *me = worker;

	for (int n = 0; n < me->busy_nodes; n++)
		if (node_ready(me->busy[n]))
			return true;
	return false;
}

#endif
