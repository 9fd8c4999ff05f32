/* Sends the packets of a ring to another process: a small packet in a parcel, a large packet after
 * a parcel. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "runtime/ring/packet.h"
#include "runtime/team/team.h"
#include "runtime/wire/protocol.h"

/* Returns the slot of the next packet to send, or NULL. */
static struct slot *next_packet(const struct wire *wire)
{
	struct slot *slot = ring_slot(wire->out, wire->at - wire->extra);

	return turn_holds(load_acquire(&slot->turn), wire->at) ? slot : NULL; /* A1 */
}

/* Moves past that packet, as ring_pop does. */
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
	while (wire->popped != wire->begun && !wire->pending[wire->popped % SENDINGS]) {
		wire->popped++;
		store_release(&wire->out->head, load_own(&wire->out->head) + 1); /* R2 */
		parker_wake(wire->out->sender);
	}
}

/* Appends the node's calls that the other process does not know yet. */
static size_t put_records(struct wire *wire, struct packet_parcel *parcel, unsigned char *to)
{
	const struct node *node = &wire->wires->team->node[wire->node];
	uint32_t now = node->records, from = wire->records;

	if (now - from > RECORDS)
		from = now - RECORDS;
	for (; from != now; from++) {
		struct told_record told = record_tell(&node->news.record[from & (RECORDS - 1)]);

		memcpy(to + parcel->records++ * sizeof told, &told, sizeof told);
	}
	wire->records = now;
	return parcel->records * sizeof(struct told_record);
}

/* Returns the place of the next body in the table, or NULL while the place is in use. */
static struct body *body_next(struct wire *wire)
{
	struct body *body = &wire->body_out[wire->bodies % KEPT_BODIES];

	return wire->bodies_leaving < LEAVING && !body->leaves ? body : NULL;
}

/* Bodies of the last sending follow as fast as earlier bodies arrive, also after a failure: the
 * other process then throws them away. */
static void bodies_begin(struct wire *wire)
{
	const struct carriage out = { .sends = true,
		.channel = PACKETS,
		.process = wire->process,
		.tag = wire->tag_out,
		.kind = BODY_OUT,
		.owner = wire };
	struct body *body;

	while (wire->leaving.left && (body = body_next(wire)) != NULL) {
		if (!body_fill(body, &wire->leaving)) {
			team_fail(wire->wires->team, &(struct abort_state){ ENOMEM, ENOMEM },
				"no memory for a packet in pieces");
			return;
		}
		body->leaves = true;
		body->sending = wire->begun - 1;
		wire->bodies++;
		wire->bodies_leaving++;
		wires_body(wire->wires, body, &out);
	}
}

/* Gives the bytes of a lent packet to bodies, and counts the bodies of the operation again. Returns
 * the number of bodies. */
static size_t bodies_find(struct wire *wire, const struct slot *slot)
{
	struct body_source *from = &wire->leaving;

	if (wire->lending != slot->fingerprint) {
		wire->lending = slot->fingerprint;
		wire->bodies = 0;
	}
	if (slot->extents == 1)
		body_source_memory(from, slot->address, slot->lent.bytes, slot->lent.body);
	else
		body_source_list(from, slot->lent.list, slot->lent.spaces, slot->lent.bytes,
			slot->lent.body);
	return (from->left + from->body - 1) / from->body;
}

static size_t put_payload(const struct wire *wire, const struct slot *slot, unsigned char *to)
{
	const unsigned char *from = packet_of(slot, wire->offset).string;

	memcpy(to, from, slot->bytes);
	return slot->bytes;
}

static bool packet_begin(struct wire *wire, struct slot *slot)
{
	struct wires *wires = wire->wires;
	size_t *pending = &wire->pending[wire->begun % SENDINGS];
	const struct node *node = &wires->team->node[wire->node];
	struct packet_parcel *parcel = parcel_new(wires, PACKET, PARCEL_BYTES);
	size_t bytes = sizeof *parcel;

	if (!parcel)
		return false;
	parcel->ring = ring_number(wires->team, wire->out);
	parcel->fingerprint = slot->fingerprint;
	parcel->bytes = slot->bytes;
	parcel->operation = load_own(&node->news.entered);
	parcel->lent = slot->extents != 0;
	parcel->lends_from = (uint32_t)team_inline_bytes(wires->team);
	parcel->records = parcel->body = 0;
	*pending = 0;
	if (parcel->lent) {
		parcel->bytes = slot->lent.bytes;
		parcel->body = slot->lent.body;
		*pending = bodies_find(wire, slot);
	}
	bytes += put_records(wire, parcel, (unsigned char *)(parcel + 1));
	if (!parcel->lent)
		bytes += put_payload(wire, slot, (unsigned char *)parcel + bytes);
	wire->begun++;
	step_behind(wire, slot);
	parcel_send(wires, parcel, wire->process, bytes);
	bodies_begin(wire);
	return true;
}

/* The other process expects bodies in the order of the parcels, so a packet waits until all bodies
 * of the packet before have begun. A packet that the sender has revoked is not sent, and no later
 * packet either: the team has failed. */
void wire_send(struct wire *wire)
{
	struct slot *slot;

	if (wire->leaving.left)
		bodies_begin(wire);
	while (!wire->leaving.left && wire->begun - wire->popped < SENDINGS &&
		(slot = next_packet(wire)) != NULL) {
		if (load_acquire(&wire->wires->team->fault) || /* X2 */
			(slot->extents && !slot_take(slot)))
			return;
		if (!packet_begin(wire, slot)) {
			team_lacks_memory(wire->wires->team, wire->node, wire->peer);
			return;
		}
		pop(wire);
	}
}

void wire_sent(struct wire *wire, struct carriage *carriage)
{
	struct body *body = (struct body *)carriage;

	body->leaves = false;
	wire->bodies_leaving--;
	wire->pending[body->sending % SENDINGS]--;
	pop(wire);
}
