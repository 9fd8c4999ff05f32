/* Receives the headers of packets of another process, and puts the packets into a ring. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "runtime/ring/packet.h"
#include "runtime/team/team.h"
#include "runtime/wire/counts.h"

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
		slot->lent.body = header->body;
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

	if (wire->wires->trashing ? header->lent && !wire_discard_next(wire, header) : !push(wire))
		return;
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
	store_own(&wire->agreed, header->lends_from == team_inline_bytes(wire->wires->team)
					 ? header->fingerprint
					 : 0);
	count_received(wire->wires, wire->process);
	wire->held = true;
	wire_retry(wire);
}
