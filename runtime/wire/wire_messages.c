/* Joins channels of messages to wires. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "runtime/wire/protocol.h"

void wires_talk(struct team *team, channel_wire *find)
{
	team->spread.wires->find = find;
}

void wires_hold(struct team *team)
{
	wires_lock(team->spread.wires);
}

void wires_release(struct team *team)
{
	wires_unlock(team->spread.wires);
}

struct wire *wire_join(struct team *team, struct ring *ring, int from, int to)
{
	struct wires *wires = team->spread.wires;
	bool sends = node_is_here(&team->node[from]);
	int tag = wires->hub->next_channel;
	struct wire *wire = tag <= wires->carrier->most_tag ? calloc(1, sizeof *wire) : NULL;

	if (!wire)
		return NULL;
	wire->wires = wires;
	wire->channel = true;
	wire->node = sends ? from : to;
	wire->peer = sends ? to : from;
	wire->process = team->spread.process_of[wire->peer];
	wire->out.ring = sends ? ring : NULL;
	wire->in.ring = sends ? NULL : ring;
	wire->number = channel_number(team, from, to);
	wire->out.tag = tag;
	wires->hub->next_channel += sends;
	wire->next = wires->all;
	wires->all = wire;
	return wire;
}

struct wire *wire_numbered(struct wires *wires, uint64_t number)
{
	const struct team *team = wires->team;
	uint64_t links = links_of(team), nodes = (uint64_t)team->net.nodes;
	int from = (int)((number - links) / nodes), to = (int)((number - links) % nodes);
	struct wire *wire;

	if (number < links)
		return ((struct ring *)(team->links.rings + number * team->links.ring_stride))
			->wire;
	wire = wires->find(wires->team, from, to);
	if (!wire)
		team_lacks_memory(wires->team, from, to);
	return wire;
}

/* ---- Room ---- */

/* Tells the sender's process of room in the ring. */
void wire_grant(struct wire *wire)
{
	uint32_t head = load_own(&wire->in.ring->head), room = head - wire->room;
	struct packet_parcel *parcel;

	if (room < wire->in.ring->capacity / GRANT_PART)
		return;
	wires_lock(wire->wires);
	wire_retry(wire);
	parcel = parcel_new(wire->wires, ROOM, sizeof *parcel);
	if (parcel) {
		wire->room = head;
		parcel->number = wire->number;
		parcel->bytes = room;
		parcel_send(wire->wires, parcel, wire->process, sizeof *parcel);
	}
	wires_unlock(wire->wires);
}

void room_came(struct wires *wires, const struct parcel *parcel)
{
	const struct packet_parcel *room = (const struct packet_parcel *)parcel;
	struct wire *wire = wire_numbered(wires, room->number);

	if (!wire)
		return;
	wire->room += (uint32_t)room->bytes;
	wire_send(wire);
}

static bool is_idle(void *wire)
{
	const struct wire *w = wire;

	return !w->out.under_way && !w->in.under_way;
}

void wire_withdraw(struct wire *wire)
{
	wires_until(wire->wires, is_idle, wire);
}
