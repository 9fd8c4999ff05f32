/* A step: carries out a node's instructions, until one would block. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/fault.h"
#include "runtime/packet.h"
#include "runtime/report.h"
#include "runtime/step.h"

/* who writes what
 *	node		its own thread, but for `news`, which others read (report.h)
 *	packets		ring.h: R1 -> A1 carries payload and lent memory, R2 -> A2 gives it back
 */

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

static inline enum outcome send_packet(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->out;
	struct slot *slot = ring_reserve(ring);

	if (!slot)
		return BLOCKED;
	slot->fingerprint = me->fingerprint;
	packet_fill(slot, i, me->extent, me->space);
	ring_push(ring);
	return MOVED;
}

/* The packet that the instruction is for, claimed if it is lent; *outcome says why it is NULL. */
static inline struct slot *packet_due(
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
	return slot->extents && !slot_take(slot) ? NULL : slot;
}

static inline enum outcome receive_packet(struct node *me, const struct instruction *i)
{
	struct ring *ring = port_of(me, i)->in;
	enum outcome outcome;
	struct slot *slot = packet_due(me, i, ring, &outcome);

	if (!slot)
		return outcome;
	if (i->action == TAKE_PACKET)
		packet_take(slot, i, me->extent, me->space);
	else if (i->action == FOLD_PACKET)
		packet_fold(slot, i, me->extent, me->space, me->folding);
	ring_pop(ring);
	return MOVED;
}

static inline enum outcome await_return(struct node *me, const struct instruction *i)
{
	const struct port *port = port_of(me, i);

	return ring_returned(port->out, port->sent + i->count) ? MOVED : BLOCKED;
}

static inline enum outcome perform(struct node *me, const struct instruction *i)
{
	switch (i->action) {
	case SEND_PACKET:
		return send_packet(me, i);
	case AWAIT_RETURN:
		return await_return(me, i);
	case COPY_BYTES:
		bytes_copy(i, me->extent, me->space);
		return MOVED;
	case FOLD_BYTES:
		bytes_fold(i, me->extent, me->space, me->folding);
		return MOVED;
	default:
		return receive_packet(me, i);
	}
}

enum outcome node_step(struct node *me)
{
	const struct instruction *i;
	enum outcome outcome;

	for (i = me->next; i != me->end; i++) {
		outcome = perform(me, i);
		if (outcome != MOVED) {
			me->next = i;
			return outcome;
		}
		store_own(&me->news.moves, ++me->moves);
	}
	me->next = i;
	return ENDED;
}
