/* Fills the packets that a node sends through a port, and finds the packets that arrive. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_NODE_PORT_H
#define RUNTIME_NODE_PORT_H

#include "runtime/ring/packet.h"
#include "runtime/node/call_record.h"
#include "runtime/node/step.h"
#include "runtime/node/team_state.h"

/* Returns the most bytes that a slot holds. */
static inline size_t team_inline_bytes(const struct team *team)
{
	return team->links.eager_bytes > SLOT_INLINE ? team->links.eager_bytes : SLOT_INLINE;
}

/* Returns true if a node's own copy of that many bytes is passed on. Smaller copies stay in the
 * core's own cache long enough (with 2 MiB for each core, allgather of 1 MiB 165 us, not passed on
 * 138; of 2 MiB 326, 350). */
static inline bool is_passed_on(const struct node *me, size_t bytes)
{
	return bytes >= me->team->links.own_cache;
}

/* Returns the instruction's port. The first use in an operation records the positions of both
 * rings. */
static inline struct port *port_of(struct node *me, const struct instruction *i)
{
	struct port *port = &me->links.port[i->port];

	if (port->operation != me->calls.operation) {
		port->operation = me->calls.operation;
		port->sent = port->out->tail;
		port->received = load_own(&port->in->taken);
	}
	return port;
}

/* Returns the packet that the instruction is for. When the result is NULL, *outcome says why. */
static inline struct slot *packet_front(
	struct node *me, const struct instruction *i, struct ring *ring, enum outcome *outcome)
{
	struct slot *slot = ring_front(ring);
	size_t bytes;

	*outcome = BLOCKED;
	if (!slot)
		return NULL;
	*outcome = BROKEN;
	bytes = slot->extents ? slot->lent.bytes : slot->bytes; /* lent: maybe more than 4 GiB */
	if (slot->fingerprint != me->calls.fingerprint || bytes != i->bytes) {
		node_differs(me, i, slot->fingerprint, bytes);
		return NULL;
	}
	return slot;
}

/* Returns true if the sender of a lent packet should help to copy the packet: because the sender's
 * next work is to wait for the return, or because the sender is about to copy the same bytes and
 * can pass the bytes on. In all other cases splitting the copy would lose time (alltoall of 256 KiB
 * 16.6 us, split 18.0). */
static inline bool sender_helps(const struct node *me, const struct instruction *lent)
{
	const struct extent *from = &me->extent[lent->extents], *own;
	const struct instruction *i = lent;

	do
		i++;
	while (i < me->end && i->action == SEND_PACKET);
	if (i == me->end || i->action == AWAIT_RETURN)
		return i < me->end;
	own = &me->extent[i->left];
	if (own->space != from->space || own->offset != from->offset)
		return false;
	return i->action == COPY_BYTES && is_passed_on(me, i->bytes);
}

/* Returns true if the lent packet and the packet from the same peer that comes next pair off: as
 * many packets went one way through the port as came the other way. The peer's count is then the
 * same. */
static inline bool packets_pair(struct node *me, const struct instruction *lent)
{
	const struct port *port = port_of(me, lent);

	return port->out->tail - port->sent == load_own(&port->in->taken) - port->received &&
	       port->out->sender != port->out->receiver;
}

/* Returns the fold of which each end does a half for both ends: the next instruction, if the fold
 * combines the lent bytes with the peer's packet by an operator of grove. Small fresh data gain
 * nothing, so trials decide (copy_trial.h). */
static inline const struct instruction *fold_to_halve(
	struct node *me, const struct instruction *lent)
{
	const struct instruction *fold = lent + 1;
	const struct extent *from = &me->extent[lent->extents], *own;

	if (me->copying.alone || me->paced ||
		me->program->input + me->program->output < TRIAL_BYTES || fold == me->end ||
		!instruction_folds(fold) || fold->port != lent->port ||
		fold->bytes != lent->bytes || !me->folding->kernel || lent->count != 1 ||
		fold->count != 1)
		return NULL;
	own = &me->extent[instruction_operand(fold)];
	return own->space == from->space && own->offset == from->offset && packets_pair(me, lent)
		       ? fold
		       : NULL;
}

/* Returns the bytes of the bodies in which a large packet crosses to another process, all but the
 * last of which are equally long; 0: in a single body. A packet that the receiver combines with its
 * own bytes passes through memory twice, on arrival and in the fold, unless a core's own cache
 * holds the packet meanwhile. Such a packet is cut. Both ends find the same, and cut no element. */
static inline uint32_t packet_body(const struct node *me, const struct instruction *i)
{
	size_t most = me->team->links.folded_body, element, bodies;

	if (i->bytes <= most || !i->combined || !me->folding || me->folding->element > most)
		return 0;
	element = me->folding->element;
	bodies = (i->bytes + most - 1) / most;
	return (uint32_t)(((i->bytes + bodies - 1) / bodies + element - 1) / element * element);
}

/* Completes a slot that lends: says how this node takes part in the work. */
static inline void slot_offer(struct node *me, struct slot *slot, const struct instruction *i)
{
	slot->lent.helps = sender_helps(me, i);
	slot->lent.body = packet_body(me, i);
	me->half.fold = fold_to_halve(me, i);
	slot->lent.result = me->half.fold
				    ? extent_address(&me->extent[me->half.fold->extents], me->space)
				    : NULL;
}

/* Returns the slot for the instruction's packet, filled and not yet handed over, or NULL when the
 * ring is full. */
static inline struct slot *packet_reserve(
	struct node *me, const struct instruction *i, struct ring *ring)
{
	struct slot *slot = ring_reserve(ring);

	if (!slot)
		return NULL;
	packet_fill(ring, slot, i, me->extent, me->space);
	if (ring->tail_offset)
		return slot;
	slot->fingerprint = me->calls.fingerprint;
	if (slot->extents)
		slot_offer(me, slot, i);
	return slot;
}

/* Returns true if the next packet follows in the same slot: it is the next instruction's, of the
 * same size, and there is space. To another process each packet has a slot of its own. */
static inline bool next_follows(
	const struct node *me, const struct instruction *i, const struct ring *ring)
{
	return !ring->wire && ring_has_space(ring, i->bytes) && i + 1 != me->end &&
	       i[1].action == SEND_PACKET && i[1].port == i->port && i[1].bytes == i->bytes;
}

/* Does with the packet what the instruction says. */
static inline void packet_land(struct node *me, const struct instruction *i, struct inbound packet)
{
	if (i->action == TAKE_PACKET)
		packet_take(packet, i, me->extent, me->space);
	else if (instruction_folds(i))
		packet_fold(packet, i, me->extent, me->space, me->folding);
}

#endif
