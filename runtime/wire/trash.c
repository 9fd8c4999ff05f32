/* Receives, after a failure, the bodies for which no node asks, so that the senders can go on. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "runtime/wire/wires_state.h"

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

void wire_trash(struct wire *wire, size_t bytes)
{
	const struct carriage body = body_expected(wire);

	trash_begin(wire->wires, &body, bytes);
}

/* No header of these bodies has come. The senders may have sent the bodies all the same. */
static void cancel_behind(struct wire *wire)
{
	struct wires *wires = wire->wires;

	for (uint32_t k = wire->posted; k != wire->headed && !wires->broken; k--) {
		struct carriage *body = &wire->body_in[(k - 1) % KEPT_BODIES].carriage;

		if (body->place >= 0 && wires->carrier->cancel(wires->carrier, body))
			wires_fail(wires);
	}
}

/* No node takes packets any more. A body with a header in the ring arrives at the expected place,
 * or is received here. */
void wire_discard(struct wire *wire)
{
	struct ring *in = wire->in;

	wire->headed = wire->landed;
	for (uint32_t at = load_acquire(&in->head); at != in->tail; at++) { /* A2 */
		struct slot *slot = ring_slot(in, at);

		if (slot->extents && wire->headed != wire->posted)
			wire->headed++;
		else if (slot->extents && slot_revoke(slot))
			wire_trash(wire, slot->lent.bytes);
	}
	cancel_behind(wire);
}

/* Does the same for the body of a header that has come since. Returns false while the body may
 * still arrive at the expected place. */
bool wire_discard_next(struct wire *wire, size_t bytes)
{
	const struct body *next = &wire->body_in[wire->headed % KEPT_BODIES];

	if (wire->headed == wire->posted || next->carriage.cancelled)
		wire_trash(wire, bytes);
	else if (next->came)
		wire->headed++;
	else
		return false;
	return true;
}
