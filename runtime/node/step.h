/* A step moves a node as far as possible without waiting. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_STEP_H
#define RUNTIME_NODE_STEP_H

#include "runtime/node/node_state.h"

/* Runs the instructions of the activity's node, and ends the operation after the last one. Returns
 * MOVED, BLOCKED, ENDED or BROKEN. */
enum outcome node_step(struct pending *in_call);

/* Ends an operation: its last instruction is done. */
void node_end(struct node *me);

/* Returns true if the instruction of a blocked node need not wait any more. */
static inline bool node_ready(const struct node *me)
{
	const struct instruction *i = me->next;
	const struct port *port = &me->links.port[i->port];

	if (i->action == SEND_PACKET)
		return ring_reserve(port->out);
	if (i->action == AWAIT_RETURN)
		return ring_returned(port->out, port->sent + i->count) ||
		       share_worthwhile(&port->out->share);
	if (me->half.done)
		return ring_returned(port->out, port->out->tail);
	return ring_front(port->in) && (!port->in->share.open || share_done(&port->in->share));
}

#endif
