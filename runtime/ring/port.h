/* Ports: a node's end of a link, and the packet that comes through it next. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_PORT_H
#define RUNTIME_PORT_H

#include "runtime/ring/packet.h"
#include "runtime/team/wait_report.h"
#include "runtime/team/step.h"

enum {
	PASSED_BYTES = 2 << 20 /* an own copy is passed on from here: below, caches still hold enough of it
				* (allgather of 1 MiB 165 us, not passed on 138; of 2 MiB 326, 350) */
};

/* The port, and where its rings stand now if the operation has not used it before. */
static inline struct port *port_of(struct node *me, const struct instruction *i)
{
	struct port *port = &me->port[i->port];

	if (port->operation != me->operation) {
		port->operation = me->operation;
		port->sent = port->out->tail;
		port->received = load_own(&port->in->head);
	}
	return port;
}

/* The packet that the instruction is for; *outcome says why it is NULL. */
static inline struct slot *packet_front(
	struct node *me, const struct instruction *i, struct ring *ring, enum outcome *outcome)
{
	struct slot *slot = ring_front(ring);

	*outcome = BLOCKED;
	if (!slot)
		return NULL;
	*outcome = BROKEN;
	if (slot->fingerprint != me->fingerprint || slot->bytes != (uint32_t)i->bytes) {
		node_differs(me, i);
		return NULL;
	}
	return slot;
}

/* Whether the sender of a lent packet has nothing else to do until it is back, or passes it on while it
 * copies the same bytes: others would only lose by sharing it (alltoall of 256 KiB 16.6 us, with it
 * 18.0). */
static inline bool sender_helps(const struct node *me, const struct instruction *i)
{
	const struct extent *lent = &me->extent[i->extents], *own;

	do
		i++;
	while (i < me->end && i->action == SEND_PACKET);
	if (i == me->end || i->action != COPY_BYTES)
		return i < me->end && i->action == AWAIT_RETURN;
	own = &me->extent[i->left];
	return i->bytes >= PASSED_BYTES && own->space == lent->space && own->offset == lent->offset;
}

/* The slot for the instruction's packet, filled and not yet handed over; NULL when the ring is full. */
static inline struct slot *packet_reserve(
	const struct node *me, const struct instruction *i, struct ring *ring)
{
	struct slot *slot = ring_reserve(ring);

	if (!slot)
		return NULL;
	packet_fill(ring, slot, i, me->extent, me->space);
	slot->fingerprint = me->fingerprint;
	if (slot->extents)
		slot->lent.helps = sender_helps(me, i);
	return slot;
}

/* What the instruction does with the packet. */
static inline void packet_land(
	struct node *me, const struct instruction *i, const struct slot *slot)
{
	if (i->action == TAKE_PACKET)
		packet_take(slot, i, me->extent, me->space);
	else if (i->action == FOLD_PACKET)
		packet_fold(slot, i, me->extent, me->space, me->folding);
}

#endif
