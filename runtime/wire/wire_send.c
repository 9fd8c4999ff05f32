/* Sends the packets of a ring to another process: a small packet with the header, a large packet
 * behind the header. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/ring/packet.h"
#include "runtime/wire/wires_state.h"

/* Returns the slot of the next packet to send, or NULL. */
static struct slot *next_packet(const struct wire *wire)
{
	struct slot *slot = ring_slot(wire->out, wire->at - wire->extra);

	return turn_holds(load_acquire(&slot->turn), wire->at) ? slot : NULL; /* A1 */
}

/* Moves on behind that packet, as ring_pop does. */
static void step_behind(struct wire *wire, const struct slot *slot)
{
	uint32_t turn = load_own(&slot->turn);

	wire->at++;
	if (turn == 2 * wire->at) {
		wire->offset = 0;
	} else {
		wire->offset += slot->bytes;
		wire->extra++;
	}
}

bool wire_has_begun_all(const struct wire *wire)
{
	return !next_packet(wire);
}

bool wire_lends(const struct wire *wire)
{
	return wire->popped != wire->begun;
}

/* Gives slots back in order. */
static void pop(struct wire *wire)
{
	while (wire->popped != wire->begun) {
		const struct sending *s = &wire->sending[wire->popped % SENDINGS];

		if (s->lent && s->pending)
			return;
		wire->popped++;
		store_release(&wire->out->head, load_own(&wire->out->head) + 1); /* R2 */
		parker_wake(wire->out->sender);
	}
}

static void end(struct wire *wire)
{
	pop(wire);
	while (wire->ended != wire->popped && !wire->sending[wire->ended % SENDINGS].pending)
		wire->ended++;
}

/* Appends the node's calls that the other process does not know yet. */
static size_t put_records(struct wire *wire, struct wire_header *header, unsigned char *to)
{
	const struct node *node = &wire->wires->team->node[wire->node];
	uint32_t now = node->records, from = wire->records;

	if (now - from > RECORDS)
		from = now - RECORDS;
	for (; from != now; from++) {
		struct told_record told = record_tell(&node->news.record[from & (RECORDS - 1)]);

		memcpy(to + header->records++ * sizeof told, &told, sizeof told);
	}
	wire->records = now;
	return header->records * sizeof(struct told_record);
}

/* Returns the place of the packet's body in the table, and counts the body. */
static struct body *body_next(struct wire *wire, const struct slot *slot)
{
	if (wire->lending != slot->fingerprint) {
		wire->lending = slot->fingerprint;
		wire->bodies = 0;
	}
	return &wire->body_out[wire->bodies++ % KEPT_BODIES];
}

static bool body_fill(struct body *body, const struct slot *slot)
{
	const struct extent *list = slot->lent.list;

	if (!body_open(body, slot->extents))
		return false;
	if (slot->extents == 1)
		body_piece(body, 0, slot->address, slot->lent.bytes);
	else
		for (uint32_t k = 0; k < slot->extents; k++)
			body_piece(body, k, extent_address(&list[k], slot->lent.spaces),
				list[k].bytes);
	return true;
}

static void body_begin(struct wire *wire, struct body *body)
{
	const struct carriage out = { .sends = true,
		.channel = PACKETS,
		.process = wire->process,
		.tag = wire->tag_out + 1,
		.kind = BODY_OUT,
		.owner = wire };

	wires_body(wire->wires, body, &out);
}

static size_t put_payload(const struct wire *wire, const struct slot *slot, unsigned char *to)
{
	const unsigned char *from = packet_of(slot, wire->offset).string;

	memcpy(to, from, slot->bytes);
	return slot->bytes;
}

static void packet_begin(struct wire *wire, struct slot *slot)
{
	struct wires *wires = wire->wires;
	struct sending *s = &wire->sending[wire->begun % SENDINGS];
	const struct node *node = &wires->team->node[wire->node];
	struct wire_header header = { .fingerprint = slot->fingerprint,
		.bytes = slot->bytes,
		.operation = load_own(&node->news.entered),
		.lent = slot->extents != 0,
		.lends_from = (uint32_t)team_inline_bytes(wires->team) };
	size_t bytes = sizeof header;

	s->body = NULL;
	if (header.lent) {
		header.bytes = slot->lent.bytes;
		s->body = body_next(wire, slot);
		if (!body_fill(s->body, slot)) {
			team_fail(wires->team, &(struct abort_state){ ENOMEM, ENOMEM },
				"no memory for a packet of %u pieces", slot->extents);
			return;
		}
	}
	bytes += put_records(wire, &header, s->buffer + bytes);
	if (!header.lent)
		bytes += put_payload(wire, slot, s->buffer + bytes);
	memcpy(s->buffer, &header, sizeof header);
	s->head_piece = (struct piece){ s->buffer, bytes };
	s->header = (struct carriage){ .sends = true,
		.channel = PACKETS,
		.process = wire->process,
		.tag = wire->tag_out,
		.piece = &s->head_piece,
		.pieces = 1,
		.kind = HEADER_OUT,
		.place = -1,
		.owner = wire };
	s->lent = header.lent;
	s->pending = 1 + s->lent;
	wire->begun++;
	wires->hub->sent[wire->process]++;
	step_behind(wire, slot);
	wires_start(wires, &s->header);
	if (s->lent)
		body_begin(wire, s->body);
}

/* A packet that the sender has revoked is not sent, and no later packet either: the team has
 * failed. */
void wire_send(struct wire *wire)
{
	struct slot *slot;

	while (wire->begun - wire->ended < SENDINGS && (slot = next_packet(wire)) != NULL) {
		if (load_acquire(&wire->wires->team->fault) || /* X2 */
			(slot->extents && !slot_take(slot)))
			return;
		packet_begin(wire, slot);
		pop(wire);
	}
}

void wire_sent(struct wire *wire, struct carriage *carriage)
{
	for (uint32_t k = wire->ended; k != wire->begun; k++) {
		struct sending *s = &wire->sending[k % SENDINGS];

		s->pending -= carriage == &s->header;
		if (s->body && carriage == &s->body->carriage) {
			s->pending--;
			s->body = NULL;
		}
	}
	end(wire);
}
