/* Puts the packets and messages of another process into a ring. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>
#include "runtime/ring/buffer.h"
#include "runtime/ring/packet.h"
#include "runtime/team/team.h"
#include "runtime/wire/protocol.h"
#include "runtime/node/port.h"

/* What came while the ring was full. */
struct late_packet {
	struct late_packet *next;
	struct packet_parcel parcel; /* with what follows it */
};

static const unsigned char *payload_of(const struct packet_parcel *parcel)
{
	return (const unsigned char *)(parcel + 1) + parcel->records * sizeof(struct told_record);
}

static void lend(struct wire *wire, struct slot *slot, const struct packet_parcel *parcel)
{
	store_own(&slot->claim, OFFERED);
	if (wire->channel) {
		wire->in.tag = (int)parcel->body;
		return;
	}
	slot->lent.helps = false;
	slot->lent.result = NULL;
	slot->lent.body = parcel->body;
	slot->lent.bytes = parcel->bytes;
}

/* Returns false when the ring is full. */
static bool push(struct wire *wire, const struct packet_parcel *parcel)
{
	struct slot *slot = ring_reserve(wire->in.ring);
	bool small = parcel->bytes <= SLOT_INLINE;
	unsigned char *buffer = NULL;

	if (!slot)
		return false;
	if (!parcel->lent)
		buffer = small ? slot->payload : ring_buffer(wire->in.ring);
	if (!parcel->lent && !buffer) {
		team_lacks_memory(wire->wires->team, wire->peer, wire->node);
		return true;
	}
	slot->fingerprint = parcel->fingerprint;
	slot->bytes = parcel->bytes <= UINT32_MAX ? (uint32_t)parcel->bytes : UINT32_MAX;
	slot->extents = parcel->lent;
	if (wire->channel && !small) {
		slot->message.size = parcel->bytes;
		slot->message.rows = NULL;
	}
	if (!small)
		slot->address = buffer;
	if (parcel->lent)
		lend(wire, slot, parcel);
	else
		memcpy(buffer, payload_of(parcel), parcel->bytes);
	ring_push(wire->in.ring);
	return true;
}

static void late_drop(struct wire *wire)
{
	struct late_packet *late = wire->in.late;

	wire->in.late = late->next;
	free(late);
}

void wire_retry(struct wire *wire)
{
	while (wire->in.late && push(wire, &wire->in.late->parcel))
		late_drop(wire);
}

void wire_forget(struct wire *wire)
{
	while (wire->in.late)
		late_drop(wire);
}

static void late_add(struct wire *wire, const struct packet_parcel *parcel)
{
	size_t bytes = (size_t)(payload_of(parcel) - (const unsigned char *)parcel) +
		       (parcel->lent ? 0 : parcel->bytes);
	struct late_packet *late = malloc(sizeof *late + bytes);

	if (!late) {
		team_lacks_memory(wire->wires->team, wire->peer, wire->node);
		return;
	}
	late->next = NULL;
	memcpy(&late->parcel, parcel, bytes);
	if (wire->in.late)
		wire->in.latest->next = late;
	else
		wire->in.late = late;
	wire->in.latest = late;
}

void wire_take(struct wire *wire, const struct packet_parcel *packet)
{
	if (team_sound(wire->wires->team) && (wire->in.late || !push(wire, packet)))
		late_add(wire, packet);
}

static void learn(struct wire *wire, const struct packet_parcel *packet)
{
	struct team *team = wire->wires->team;
	struct node *peer = &team->node[wire->peer];

	for (uint32_t k = 0; k < packet->records; k++)
		record_learn(peer, &((const struct told_record *)(packet + 1))[k]);
	if (load_own(&peer->news.entered) < packet->operation)
		store_release(&peer->news.entered, packet->operation); /* N5 */
	wire->in.came = packet->fingerprint;
	store_own(&wire->in.agreed,
		packet->lends_from == team_inline_bytes(team) ? packet->fingerprint : 0);
}

void packet_came(struct wires *wires, const struct parcel *parcel)
{
	const struct packet_parcel *packet = (const struct packet_parcel *)parcel;
	struct wire *wire = wire_numbered(wires, packet->number);

	if (!wire)
		return;
	if (!wire->channel)
		learn(wire, packet);
	wire_take(wire, packet);
}
