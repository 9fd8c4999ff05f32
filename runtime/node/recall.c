/* Takes back what a node has lent, and gives back what it has taken, when its thread gives up. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "runtime/ring/read_guard.h"
#include "runtime/node/abort.h"
#include "runtime/node/recall.h"
#include "runtime/node/split_copy.h"
#include "runtime/node/transport.h"

/* ring.h has the tables of writers and edges for the slots: the claim of a lent slot decides
 * whether the receiver or the sender was first. */

/* Gives back a packet that was taken but not popped, because the sender waits for the return. A
 * sender that has given up since has written REVOKED over TAKEN, and waits all the same. A sender
 * that revoked before the packet was taken does not wait, and the pop does no harm. The transport,
 * which has ended what it did with the node's memory, waits for no node. */
static void port_give_back(struct port *port)
{
	struct slot *slot = port->in->wire ? NULL : ring_front(port->in);

	if (!slot || !slot->extents || load_own(&slot->claim) == OFFERED)
		return;
	split_copy_withdraw(port->in);
	ring_pop(port->in);
}

static void port_recall(struct port *port)
{
	struct ring *ring = port->out;

	for (uint32_t number = 0; number < ring->capacity; number++) {
		struct slot *slot = ring_slot(ring, number);

		if (slot->extents && !slot_returned(ring, slot) && !slot_revoke(slot))
			while (!ring->wire && !slot_returned(ring, slot))
				sched_yield(); /* the receiver is copying */
	}
}

/* Two nodes of the same thread may have lent memory to each other. All packets are therefore given
 * back before any node waits for its own lent memory. */
static void memory_recall(struct worker *me)
{
	struct node *node = &me->team->node[me->first];
	int ports = me->team->net.ports;
	bool by_reference = false;

	if (me->team->spread.transport)
		me->team->spread.transport->recall(me);
	for (int v = 0; v < me->nodes; v++)
		for (int p = 0; node[v].program && p < ports; p++)
			port_give_back(&node[v].links.port[p]);
	for (int v = 0; v < me->nodes; v++) {
		for (int p = 0; node[v].program && p < ports; p++)
			port_recall(&node[v].links.port[p]);
		by_reference |= node[v].program && node[v].program->by_reference;
	}
	for (int v = 0; by_reference && v < me->team->net.nodes; v++)
		while (!read_guard_over(&me->team->node[v].lent.reading))
			sched_yield(); /* the memory that is read may be one of these nodes' */
}

void worker_recall(struct worker *me)
{
	if (!team_forked(me->team))
		memory_recall(me);
	for (int v = 0; v < me->nodes; v++)
		me->team->node[me->first + v].program = NULL;
}
