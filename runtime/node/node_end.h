/* The end of an operation of a node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_NODE_END_H
#define RUNTIME_NODE_NODE_END_H

#include "runtime/node/transport.h"

/* Ends an operation: its last instruction is done. */
static inline void node_end(struct node *me)
{
	if (me->copy_trials.now)
		copy_trial_end(&me->copy_trials);
	me->program = NULL;
	if (me->team->transport)
		me->team->transport->flush(me);
	store_own(&me->news.left, me->operation);
}

#endif
