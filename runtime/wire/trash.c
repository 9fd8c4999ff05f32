/* Receives, after a failure, the bodies for which no node asks, so that the senders can go on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "runtime/wire/lanes.h"

struct trash {
	struct carriage carriage;
	struct piece piece;
	struct wires *wires;
	unsigned char bytes[];
};

void trash_begin(struct wires *wires, const struct carriage *from, size_t bytes)
{
	struct trash *trash = malloc(sizeof *trash + bytes);

	if (!trash)
		return; /* the sender waits until the sender's process ends */
	trash->wires = wires;
	trash->piece = (struct piece){ trash->bytes, bytes };
	trash->carriage = (struct carriage){ .channel = from->channel,
		.process = from->process,
		.tag = from->tag,
		.piece = &trash->piece,
		.pieces = 1,
		.kind = TRASH_IN,
		.place = -1,
		.owner = trash };
	wires->trash++;
	wires_start(wires, &trash->carriage);
}

void trash_came(struct carriage *carriage)
{
	struct trash *trash = carriage->owner;

	trash->wires->trash--;
	free(trash);
}

/* Receives the last `left` bytes of a packet, with bodies of that many bytes. */
static void wire_trash(struct wire *wire, size_t left, size_t body)
{
	const struct carriage in = body_expected(wire);

	for (size_t bytes; left; left -= bytes) {
		bytes = body && body < left ? body : left;
		trash_begin(wire->wires, &in, bytes);
	}
}

/* No parcel of these bodies has come. The senders may have sent the bodies all the same. */
static void cancel_behind(struct wire *wire)
{
	struct wires *wires = wire->wires;

	for (uint32_t k = wire->posted; k != wire->headed && !wires->broken; k--) {
		struct carriage *body = &wire->body_in[(k - 1) % KEPT_BODIES].carriage;

		if (body->place >= 0 && wires->carrier->cancel(wires->carrier, body))
			wires_fail(wires);
	}
}

/* The last `left` bytes of a packet: bodies that are expected arrive there. */
static void packet_discard(struct wire *wire, struct slot *slot, size_t left)
{
	size_t body = slot->lent.body;

	for (; left && wire->headed != wire->posted; wire->headed++)
		left -= body && body < left ? body : left;
	if (left) {
		slot_revoke(slot);
		wire_trash(wire, left, body);
	}
}

/* No node takes packets any more. A body with a packet in the ring arrives at the expected place,
 * or is received here. */
static void wire_discard(struct wire *wire)
{
	struct ring *in = wire->in;
	size_t arrived = wire->landing ? wire->arrived : 0;

	wire->headed = wire->landed;
	for (uint32_t at = load_acquire(&in->head); at != in->tail; at++) { /* A2 */
		struct slot *slot = ring_slot(in, at);

		if (slot->extents)
			packet_discard(wire, slot, slot->lent.bytes - arrived);
		arrived = 0;
	}
	cancel_behind(wire);
}

void trash_all(struct wires *wires)
{
	if (wires->trashing)
		return;
	wires->trashing = true;
	for (int k = 0; k < wires->count; k++)
		wire_discard(&wires->wire[k]);
	lanes_discard(wires);
}

/* Throws away a packet of that many bytes whose parcel has come since. Returns false while a body
 * may still arrive at the expected place. */
bool wire_discard_next(struct wire *wire, size_t bytes, size_t body)
{
	size_t left;

	while ((left = bytes - wire->discarded) != 0) {
		const struct body *next = &wire->body_in[wire->headed % KEPT_BODIES];
		bool expected = wire->headed != wire->posted && !next->carriage.cancelled;

		if (expected && !next->came)
			return false;
		if (!expected) {
			wire_trash(wire, left, body);
			break;
		}
		wire->headed++;
		wire->discarded += body && body < left ? body : left;
	}
	wire->discarded = 0;
	return true;
}
