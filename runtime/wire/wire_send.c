/* Sends the packets and messages of a ring to another process: small ones in a parcel, large ones
 * after a parcel. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "runtime/ring/packet.h"
#include "runtime/team/team.h"
#include "runtime/wire/protocol.h"
#include "runtime/node/port.h"

bool wire_has_begun_all(const struct wire *wire)
{
	return !wire->out.ring || !ring_holds(wire->out.ring, wire->out.ring->taken_slot);
}

/* Gives packets and their slots back in order. */
static void pop(struct wire *wire)
{
	struct ring *out = wire->out.ring;
	uint32_t head = load_own(&out->head);

	for (; head != load_own(&out->taken) && !wire->out.pending[head % SENDINGS]; head++) {
		store_release(&out->head, head + 1);			       /* R2 */
		store_release(&out->head_slot, load_own(&out->head_slot) + 1); /* R3 */
		parker_wake(out->sender);
	}
}

/* Appends the node's calls that the other process does not know yet. */
static size_t put_records(struct wire *wire, struct packet_parcel *parcel, unsigned char *to)
{
	const struct node *node = &wire->wires->team->node[wire->node];
	uint32_t now = node->calls.records, from = wire->channel ? now : wire->out.records;

	if (now - from > RECORDS)
		from = now - RECORDS;
	for (parcel->records = 0; from != now; from++) {
		struct told_record told = record_tell(&node->news.record[from & (RECORDS - 1)]);

		memcpy(to + parcel->records++ * sizeof told, &told, sizeof told);
	}
	wire->out.records = now;
	return parcel->records * sizeof(struct told_record);
}

/* Returns the place of the next body in the table, or NULL while the place is in use. */
static struct body *body_next(struct wire *wire)
{
	struct body *body = &wire->out.body[wire->out.bodies % KEPT_BODIES];

	return wire->out.under_way < LEAVING && !body->leaves ? body : NULL;
}

/* Bodies of the last sending follow as fast as earlier bodies arrive. */
static void bodies_begin(struct wire *wire)
{
	const struct carriage out = { .sends = true,
		.channel = BODIES,
		.process = wire->process,
		.tag = wire->out.tag,
		.kind = BODY_OUT,
		.owner = wire };
	struct body *body;

	while (wire->out.leaving.left && (body = body_next(wire)) != NULL) {
		if (!body_fill(body, &wire->out.leaving)) {
			team_fail(wire->wires->team, &(struct abort_state){ ENOMEM, ENOMEM },
				"no memory for a packet in pieces");
			return;
		}
		body->leaves = true;
		body->sending = load_own(&wire->out.ring->taken) - 1;
		wire->out.bodies++;
		wire->out.under_way++;
		wires_body(wire->wires, body, &out);
	}
}

/* Gives the bytes of a lent packet to bodies. Returns the number of bodies. */
static size_t bodies_find(struct wire *wire, const struct slot *slot)
{
	struct body_source *from = &wire->out.leaving;

	if (wire->channel)
		body_source_memory(from, slot->message.address, slot->message.size, 0);
	else if (slot->extents == 1)
		body_source_memory(from, slot->address, slot->lent.bytes, slot->lent.body);
	else
		body_source_list(from, slot->lent.list, slot->lent.spaces, slot->lent.bytes,
			slot->lent.body);
	return (from->left + from->body - 1) / from->body;
}

static void put_head(const struct wire *wire, struct packet_parcel *parcel, const struct slot *slot)
{
	struct team *team = wire->wires->team;

	parcel->number = wire->number;
	parcel->fingerprint = slot->fingerprint;
	parcel->bytes = slot->bytes;
	parcel->operation = load_own(&team->node[wire->node].news.entered);
	parcel->lends_from = (uint32_t)team_inline_bytes(team);
	parcel->lent = slot->extents != 0;
	if (parcel->lent)
		parcel->body = wire->channel ? (uint32_t)wire->out.tag : slot->lent.body;
	if (wire->channel && slot->bytes > SLOT_INLINE)
		parcel->bytes = slot->message.size;
	else if (parcel->lent)
		parcel->bytes = slot->lent.bytes;
}

static const unsigned char *payload_of(const struct wire *wire, const struct slot *slot)
{
	if (!wire->channel)
		return packet_of(slot, 0).string;
	return slot->bytes <= SLOT_INLINE ? slot->payload : slot->message.address;
}

static bool begin(struct wire *wire, const struct slot *slot)
{
	struct packet_parcel *parcel = parcel_new(wire->wires, PACKET, PARCEL_BYTES);
	unsigned char *end = (unsigned char *)(parcel + 1);
	uint32_t number = load_own(&wire->out.ring->taken);

	if (!parcel)
		return false;
	if (wire->out.sent != slot->fingerprint)
		wire->out.bodies = 0; /* of a new operation */
	put_head(wire, parcel, slot);
	end += put_records(wire, parcel, end);
	if (!parcel->lent) {
		memcpy(end, payload_of(wire, slot), parcel->bytes);
		end += parcel->bytes;
	}
	packet_send(wire, parcel, (size_t)(end - (unsigned char *)parcel));
	wire->out.pending[number % SENDINGS] = slot->extents ? bodies_find(wire, slot) : 0;
	store_own(&wire->out.ring->taken, number + 1);
	wire->out.ring->taken_place = ring_place(wire->out.ring, ++wire->out.ring->taken_slot);
	bodies_begin(wire);
	return true;
}

/* A node may be SENDINGS packets ahead. A channel may have as many messages under way as its ring
 * has slots at the other end, until all nodes here have left. */
static bool may_begin(const struct wire *wire)
{
	uint32_t begun = load_own(&wire->out.ring->taken);

	return !wire->out.leaving.left && begun - load_own(&wire->out.ring->head) < SENDINGS &&
	       (!wire->channel || wire->wires->end.left ||
		       begun - wire->room < wire->out.ring->capacity);
}

/* The other process expects bodies in the order of the parcels, so a packet waits until all bodies
 * of the packet before have begun. A packet that the sender has revoked is not sent, and no later
 * packet either: the team has failed. */
void wire_send(struct wire *wire)
{
	struct slot *slot;

	if (!wire->out.ring || load_acquire(&wire->wires->team->fault.error)) /* X2 */
		return;
	if (wire->out.leaving.left)
		bodies_begin(wire);
	while (may_begin(wire) && (slot = ring_front(wire->out.ring)) != NULL) { /* A1 */
		if (slot->extents && !slot_take(slot))
			return;
		if (!begin(wire, slot)) {
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
	wire->out.under_way--;
	wire->out.pending[body->sending % SENDINGS]--;
	pop(wire);
	if (wire->channel)
		wire_send(wire);
}

void wire_push(struct wire *wire)
{
	wires_lock(wire->wires);
	wire_send(wire);
	wires_unlock(wire->wires);
}
