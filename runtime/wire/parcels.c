/* Sends parcels, and hands each parcel that comes to its team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/wire/protocol.h"

enum {
	LEAVE_TOGETHER = 8
};

/* A parcel on its way. A later one takes the same memory. */
struct outgoing {
	struct carriage
		carriage; /* first: the address is also the address of the parcel's struct */
	struct piece piece;
	struct wires *hub;
	struct outgoing *next; /* of those that wait for another parcel */
	size_t room;
	_Alignas(uint64_t) unsigned char bytes[];
};

static struct outgoing *outgoing_new(struct wires *hub, size_t room)
{
	struct outgoing *out = malloc(sizeof *out + room);

	if (!out)
		return NULL;
	out->hub = hub;
	out->room = room;
	out->piece.address = out->bytes;
	out->carriage = (struct carriage){ .sends = true,
		.brief = true,
		.piece = &out->piece,
		.pieces = 1,
		.kind = PARCEL_OUT,
		.place = -1,
		.owner = out };
	return out;
}

static void outgoing_free(struct outgoing *out)
{
	if (out->room > PARCEL_BYTES) {
		free(out);
		return;
	}
	out->next = out->hub->parcels.spare;
	out->hub->parcels.spare = out;
}

/* Most parcels leave at once, but a look may have a fence, which waits until their bytes are in the
 * cache of the other process. So many parcels share a look. */
static struct outgoing *spare_find(struct wires *hub)
{
	if (!hub->parcels.spare && hub->parcels.leaving >= LEAVE_TOGETHER)
		wires_look(hub, 0, false);
	return hub->parcels.spare;
}

void *parcel_new(struct wires *wires, enum parcel_kind kind, size_t bytes)
{
	struct wires *hub = wires->hub;
	struct outgoing *out = spare_find(hub);
	struct parcel *parcel;

	if (out && bytes <= PARCEL_BYTES)
		hub->parcels.spare = out->next;
	else
		out = outgoing_new(hub, bytes > PARCEL_BYTES ? bytes : PARCEL_BYTES);
	if (!out)
		return NULL;
	out->carriage.channel = PARCELS;
	parcel = (struct parcel *)out->bytes;
	parcel->kind = kind;
	return parcel;
}

void parcel_sent(struct carriage *carriage)
{
	struct outgoing *out = (struct outgoing *)carriage;

	out->hub->parcels.leaving--;
	outgoing_free(out);
}

static struct outgoing *outgoing_of(void *parcel)
{
	return (struct outgoing *)((unsigned char *)parcel - offsetof(struct outgoing, bytes));
}

/* Sends the parcel but for its first bytes, which the tag says. */
static void outgoing_send(
	struct wires *wires, void *parcel, int process, size_t bytes, size_t from, int tag)
{
	struct outgoing *out = outgoing_of(parcel);

	((struct parcel *)parcel)->to = wires->peer[process].address;
	wires->hub->parcels.leaving++;
	out->carriage.process = process;
	out->carriage.tag = tag;
	out->piece = (struct piece){ out->bytes + from, bytes - from };
	if (wires->peer[process].address >= 0)
		wires_start(wires, &out->carriage);
	if (out->carriage.place < 0)
		parcel_sent(&out->carriage);
}

void parcel_send(struct wires *wires, void *parcel, int process, size_t bytes)
{
	outgoing_send(wires, parcel, process, bytes, 0, 0);
}

void empty_send(struct wire *wire)
{
	struct parcel *parcel = parcel_new(wire->wires, PACKET, sizeof *parcel);

	if (!parcel)
		return;
	outgoing_of(parcel)->carriage.channel = BODIES;
	outgoing_send(
		wire->wires, parcel, wire->process, sizeof *parcel, sizeof *parcel, wire->out.tag);
}

/* ---- Without a head ---- */

static int bits_of(int number)
{
	int bits = 0;

	while (number >> bits > 1)
		bits++;
	return bits;
}

/* Finds how many bits of a tag are for a node, and how many for the tag of a message. One more says
 * that the tag is that of a packet. */
static void bits_share(struct wires *hub)
{
	hub->parcels.node_bits = bits_of(2 * hub->team->net.nodes - 1);
	hub->parcels.tag_bits = bits_of(hub->carrier->most_tag) - 2 * hub->parcels.node_bits - 1;
}

static int packet_bit(const struct wires *hub)
{
	return 1 << (2 * hub->parcels.node_bits + hub->parcels.tag_bits);
}

/* Returns a tag that tells the receiver all of the head, or 0. */
static int short_tag(const struct wire *wire, const struct packet_parcel *p)
{
	const struct wires *wires = wire->wires;
	int node_bits = wires->parcels.node_bits, tag_bits = wires->parcels.tag_bits;
	bool same = wire->out.sent == p->fingerprint && !p->records &&
		    wire->number < (uint64_t)packet_bit(wires);

	if (tag_bits <= 0 || wires->hub != wires || p->lent)
		return 0;
	if (!wire->channel)
		return same ? 1 + (packet_bit(wires) | (int)wire->number) : 0;
	if (p->fingerprint >> tag_bits)
		return 0;
	return 1 + ((wire->node << node_bits | wire->peer) << tag_bits | (int)p->fingerprint);
}

void packet_send(struct wire *wire, struct packet_parcel *p, size_t bytes)
{
	int tag = short_tag(wire, p);

	wire->out.sent = p->fingerprint;
	outgoing_send(wire->wires, p, wire->process, bytes, tag ? sizeof *p : 0, tag);
}

/* The bytes of a packet or message have come alone. There is room for the head before them. */
static void short_came(struct wires *hub)
{
	struct packet_parcel *p = (struct packet_parcel *)hub->parcels.incoming - 1;
	int tag = hub->parcels.arrival.came_tag - 1, nodes = tag >> hub->parcels.tag_bits,
	    node_bits = hub->parcels.node_bits;
	struct wire *wire;

	*p = (struct packet_parcel){ .bytes = hub->parcels.arrival.came };
	if (tag & packet_bit(hub))
		p->number = (uint64_t)(tag ^ packet_bit(hub));
	else
		p->number = channel_number(
			hub->team, nodes >> node_bits, nodes & ((1 << node_bits) - 1));
	wire = wire_numbered(hub, p->number);
	if (!wire)
		return;
	p->fingerprint = wire->channel ? (uint64_t)(tag & ((1 << hub->parcels.tag_bits) - 1))
				       : wire->in.came;
	wire_take(wire, p);
}

/* ---- Receiving ---- */

static void (*const CAME[PARCEL_KINDS])(
	struct wires *wires, const struct parcel *parcel) = { [PACKET] = packet_came,
	[ROOM] = room_came,
	[ABORT] = abort_came,
	[ASK] = ask_came,
	[STATE] = state_came,
	[MEET] = meet_came };

void parcel_came(struct wires *hub)
{
	const struct parcel *parcel = (struct parcel *)hub->parcels.incoming;
	struct wires *wires = hub;

	if (hub->parcels.arrival.came_tag) {
		short_came(hub);
		return;
	}
	while (wires && wires->peer[hub->carrier->process].address != parcel->to)
		wires = wires->beside;
	if (wires)
		CAME[parcel->kind](wires, parcel);
}

/* A node goes on with a parcel before the next parcel is expected. */
void parcels_look(struct wires *hub)
{
	if (hub->parcels.arrival.place < 0)
		wires_start(hub, &hub->parcels.arrival);
}

int parcels_expect(struct wires *hub)
{
	size_t told = sizeof(struct state_parcel) +
		      (size_t)hub->team->net.nodes * sizeof(struct told_node);
	size_t most = told > PARCEL_BYTES ? told : PARCEL_BYTES;

	hub->parcels.incoming = malloc(sizeof(struct packet_parcel) + most);
	if (!hub->parcels.incoming)
		return why(ENOMEM, "no memory for messages between processes");
	hub->parcels.incoming += sizeof(struct packet_parcel);
	bits_share(hub);
	hub->parcels.piece = (struct piece){ hub->parcels.incoming, most };
	hub->parcels.arrival = (struct carriage){ .kept = true,
		.channel = PARCELS,
		.process = ANY_PROCESS,
		.piece = &hub->parcels.piece,
		.pieces = 1,
		.kind = PARCEL_IN,
		.place = -1,
		.owner = hub };
	parcels_look(hub);
	return hub->broken ? why(EIO, "%s", hub->carrier->why) : 0;
}

void parcels_free(struct wires *hub)
{
	struct outgoing *next;

	for (struct outgoing *out = hub->parcels.spare; out; out = next) {
		next = out->next;
		free(out);
	}
	if (hub->parcels.incoming)
		free(hub->parcels.incoming - sizeof(struct packet_parcel));
}
