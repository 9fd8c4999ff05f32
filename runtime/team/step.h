/* A step moves a node as far as possible without waiting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TEAM_STEP_H
#define RUNTIME_TEAM_STEP_H

#include "runtime/team/node_state.h"

enum outcome {
	MOVED,
	BLOCKED, /* the instruction must wait for its ring */
	ENDED,
	BROKEN /* the team has failed */
};

/* Begins an operation that is carried on between the calls of its node (execute.c). Returns 0, or
 * -ENOMEM when there is no memory for scratch; then the team has failed. */
int node_begin_pending(struct node *me, const struct call *call);

/* Carries out a node's instructions. Returns BLOCKED, ENDED or BROKEN. */
enum outcome node_step(struct node *me);

/* Returns true if the instruction of a blocked node need not wait any more. */
static inline bool node_ready(void *node)
{
	struct node *me = node;
	const struct instruction *i = me->next;
	const struct port *port = &me->port[i->port];

	if (i->action == SEND_PACKET)
		return ring_reserve(port->out);
	if (i->action == AWAIT_RETURN)
		return ring_returned(port->out, port->sent + i->count) ||
		       share_worthwhile(&port->out->share);
	if (me->half_done)
		return ring_returned(port->out, port->out->tail);
	return ring_front(port->in) && (!port->in->share.open || share_done(&port->in->share));
}

#endif
