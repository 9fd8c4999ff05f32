/* Puts the packets of another process into a ring. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/ring/packet.h"
#include "runtime/team/team.h"
#include "runtime/wire/protocol.h"

/* A packet that came while the ring was full. */
struct late_packet {
	struct late_packet *next;
	struct packet_parcel parcel; /* with what follows it */
};

static const unsigned char *payload_of(const struct packet_parcel *parcel)
{
	return (const unsigned char *)(parcel + 1) + parcel->records * sizeof(struct told_record);
}

/* Returns false when the ring is full. */
static bool push(struct wire *wire, const struct packet_parcel *parcel)
{
	struct slot *slot = ring_reserve(wire->in);

	if (!slot)
		return false;
	slot->fingerprint = parcel->fingerprint;
	slot->bytes = (uint32_t)parcel->bytes;
	slot->extents = parcel->lent;
	if (parcel->lent) {
		store_own(&slot->claim, OFFERED);
		slot->address = NULL;
		slot->lent.helps = false;
		slot->lent.result = NULL;
		slot->lent.body = parcel->body;
		slot->lent.bytes = parcel->bytes;
	} else if (parcel->bytes <= SLOT_INLINE) {
		memcpy(slot->payload, payload_of(parcel), parcel->bytes);
	} else {
		memcpy(ring_eager(wire->in), payload_of(parcel), parcel->bytes);
		slot->address = ring_eager(wire->in);
	}
	ring_push(wire->in);
	return true;
}

static bool take(struct wire *wire, const struct packet_parcel *parcel)
{
	if (!wire->wires->trashing)
		return push(wire, parcel);
	return !parcel->lent || wire_discard_next(wire, parcel->bytes, parcel->body);
}

static void late_drop(struct wire *wire)
{
	struct late_packet *late = wire->late;

	wire->late = late->next;
	free(late);
}

void wire_retry(struct wire *wire)
{
	while (wire->late && take(wire, &wire->late->parcel))
		late_drop(wire);
}

void wire_forget(struct wire *wire)
{
	while (wire->late)
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
	if (wire->late)
		wire->latest->next = late;
	else
		wire->late = late;
	wire->latest = late;
}

void packet_came(struct wires *wires, const struct parcel *parcel)
{
	const struct packet_parcel *packet = (const struct packet_parcel *)parcel;
	struct wire *wire = wires->of_ring[packet->ring];
	struct node *peer = &wires->team->node[wire->peer];

	for (uint32_t k = 0; k < packet->records; k++)
		record_learn(peer, &((const struct told_record *)(packet + 1))[k]);
	if (load_own(&peer->news.entered) < packet->operation)
		store_release(&peer->news.entered, packet->operation); /* N5 */
	store_own(&wire->agreed,
		packet->lends_from == team_inline_bytes(wires->team) ? packet->fingerprint : 0);
	if (wire->late || !take(wire, packet))
		late_add(wire, packet);
}
