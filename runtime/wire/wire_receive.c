/* Receives packets of another process: puts them into a ring, and brings large ones to their
 * place. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/ring/packet.h"
#include "runtime/team/link_watch.h"
#include "runtime/team/port.h"
#include "runtime/wire/wires_state.h"

/* ---- Headers ---- */

int wire_expect(struct wire *wire)
{
	wire->head_piece = (struct piece){ wire->head, wire->wires->head_bytes };
	wire->header = (struct carriage){ .kept = true,
		.channel = PACKETS,
		.process = wire->process,
		.tag = wire->tag_in,
		.piece = &wire->head_piece,
		.pieces = 1,
		.kind = HEADER_IN,
		.place = -1,
		.owner = wire };
	wires_start(wire->wires, &wire->header);
	return wire->wires->broken ? -EIO : 0;
}

struct trash {
	struct carriage carriage;
	struct piece piece;
	struct wires *wires;
	unsigned char bytes[];
};

/* Receives bytes that no node asks for, so that their sender can go on. */
void trash_begin(struct wires *wires, const struct carriage *from, size_t bytes)
{
	struct trash *trash = malloc(sizeof *trash + bytes);

	if (!trash)
		return; /* the sender waits until its process ends */
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

/* The body of the wire's next lent packet, not started. */
static struct carriage body_of(struct wire *wire)
{
	return (struct carriage){ .channel = PACKETS,
		.process = wire->process,
		.tag = wire->tag_in + 1,
		.kind = BODY_IN,
		.place = -1,
		.owner = wire };
}

static void wire_trash(struct wire *wire, size_t bytes)
{
	const struct carriage body = body_of(wire);

	trash_begin(wire->wires, &body, bytes);
}

void trash_came(struct carriage *carriage)
{
	struct trash *trash = carriage->owner;

	trash->wires->trash--;
	free(trash);
}

/* After a failure no node takes packets. Bodies whose headers are in the ring are received here. */
void wire_discard(struct wire *wire)
{
	struct ring *in = wire->in;

	for (uint32_t at = load_acquire(&in->head); at != in->tail; at++) { /* A2 */
		struct slot *slot = ring_slot(in, at);

		if (slot->extents && slot_revoke(slot))
			wire_trash(wire, slot->lent.bytes);
	}
}

/* Puts the packet of the header in `head` into the ring. Returns false when the ring is full. */
static bool push(struct wire *wire)
{
	const struct wire_header *header = (const struct wire_header *)wire->head;
	const unsigned char *payload =
		wire->head + sizeof *header + header->records * sizeof(struct told_record);
	struct slot *slot = ring_reserve(wire->in);

	if (!slot)
		return false;
	slot->fingerprint = header->fingerprint;
	slot->bytes = (uint32_t)header->bytes;
	slot->extents = header->lent;
	if (header->lent) {
		store_own(&slot->claim, OFFERED);
		slot->address = NULL;
		slot->lent.helps = false;
		slot->lent.result = NULL;
		slot->lent.bytes = header->bytes;
	} else if (header->bytes <= SLOT_INLINE) {
		memcpy(slot->payload, payload, header->bytes);
	} else {
		memcpy(ring_eager(wire->in), payload, header->bytes);
		slot->address = ring_eager(wire->in);
	}
	ring_push(wire->in);
	return true;
}

void wire_retry(struct wire *wire)
{
	const struct wire_header *header = (const struct wire_header *)wire->head;

	if (!wire->wires->trashing) {
		if (!push(wire))
			return;
	} else if (header->lent) {
		wire_trash(wire, header->bytes);
	}
	wire->held = false;
	wires_start(wire->wires, &wire->header);
}

void wire_header_came(struct wire *wire)
{
	const struct wire_header *header = (const struct wire_header *)wire->head;
	struct node *peer = &wire->wires->team->node[wire->peer];
	struct told_record told;

	for (uint32_t k = 0; k < header->records; k++) {
		memcpy(&told, wire->head + sizeof *header + k * sizeof told, sizeof told);
		record_learn(peer, &told);
	}
	if (load_own(&peer->news.entered) < header->operation)
		store_release(&peer->news.entered, header->operation); /* N5 */
	wire->wires->hub->received[wire->process]++;
	wire->held = true;
	wire_retry(wire);
}

/* ---- Bodies ---- */

static unsigned char *scratch_of(struct wire *wire, size_t bytes)
{
	if (bytes > wire->folded_bytes) {
		free(wire->folded);
		wire->folded_bytes = 0;
		wire->folded = malloc(bytes);
		if (wire->folded)
			wire->folded_bytes = bytes;
	}
	return wire->folded;
}

/* Finds the place of the body. Returns false if memory is short. */
static bool place_find(struct wire *wire, const struct node *me, const struct instruction *i)
{
	const struct extent *e = &me->extent[i->extents];

	wire->body.piece = &wire->one;
	wire->body.pieces = 1;
	if (i->action != TAKE_PACKET) {
		wire->one = (struct piece){ scratch_of(wire, i->bytes), i->bytes };
		return wire->one.address;
	}
	wire->one = (struct piece){ extent_address(e, me->space), i->bytes };
	if (i->count == 1)
		return true;
	free(wire->pieces);
	wire->pieces = malloc(i->count * sizeof *wire->pieces);
	for (uint32_t k = 0; wire->pieces && k < i->count; k++)
		wire->pieces[k] = (struct piece){ extent_address(&e[k], me->space), e[k].bytes };
	wire->body.piece = wire->pieces;
	wire->body.pieces = i->count;
	return wire->pieces;
}

static bool landing_begin(
	struct wire *wire, struct node *me, const struct instruction *i, struct slot *slot)
{
	bool taken;

	wires_lock(wire->wires);
	taken = !wire->wires->broken && slot_take(slot);
	wire->body = body_of(wire);
	if (taken && !place_find(wire, me, i)) {
		team_fail(me->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"no memory for a packet of %zu bytes", i->bytes);
		slot_revoke(slot);
		wire_trash(wire, i->bytes);
		taken = false;
	}
	if (taken) {
		link_use_begin(me, i);
		share_open(&wire->in->share, 1, 1, INWARD);
		wire->landing = true;
		wires_start(wire->wires, &wire->body);
		wires_move(wire->wires, false);
	}
	wires_unlock(wire->wires);
	return taken;
}

/* The node looks at share_done, as for a packet whose sender copies the last part. */
void wire_body_came(struct wire *wire)
{
	wire->landing = false;
	store_release(&wire->in->share.helped, 1); /* H3 */
	parker_wake(wire->in->receiver);
}

enum outcome wire_land(struct node *me, const struct instruction *i, struct ring *ring)
{
	struct wire *wire = wire_of(me->team->wires, ring);

	if (!ring->share.open && !landing_begin(wire, me, i, ring_front(ring)))
		return BROKEN;
	if (!share_done(&ring->share))
		return BLOCKED;
	if (instruction_folds(i))
		packet_fold((struct inbound){ NULL, wire->folded }, i, me->extent, me->space,
			me->folding);
	ring->share.open = false;
	ring_pop(ring);
	return MOVED;
}
