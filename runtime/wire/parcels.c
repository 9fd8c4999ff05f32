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
		.channel = PARCELS,
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

/* Sends the parcel but for its first bytes, which the tag says. */
static void outgoing_send(
	struct wires *wires, void *parcel, int process, size_t bytes, size_t from, int tag)
{
	struct outgoing *out =
		(struct outgoing *)((unsigned char *)parcel - offsetof(struct outgoing, bytes));

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

/* ---- Messages without a head ---- */

static int bits_of(int number)
{
	int bits = 0;

	while (number >> bits > 1)
		bits++;
	return bits;
}

/* Finds how many bits of a tag are for a node, and how many for the tag of a message. */
static void bits_share(struct wires *hub)
{
	hub->parcels.node_bits = bits_of(2 * hub->team->net.nodes - 1);
	hub->parcels.tag_bits = bits_of(hub->carrier->most_tag) - 2 * hub->parcels.node_bits;
}

void parcel_send_message(struct wires *wires, struct message_parcel *m, int process)
{
	int node_bits = wires->parcels.node_bits, tag_bits = wires->parcels.tag_bits;
	bool fits = tag_bits > 0 && m->tag < 1 << tag_bits;
	int nodes = fits ? (m->from << node_bits | m->to) << tag_bits : 0;

	outgoing_send(wires, m, process, sizeof *m + m->bytes, fits ? sizeof *m : 0,
		fits ? 1 + (nodes | m->tag) : 0);
}

/* The bytes of a message have come alone. There is room for the head before them. */
static const struct parcel *head_make(const struct wires *hub)
{
	struct message_parcel *m = (struct message_parcel *)hub->parcels.incoming - 1;
	unsigned tag = (unsigned)hub->parcels.arrival.came_tag - 1,
		 nodes = tag >> hub->parcels.tag_bits;

	*m = (struct message_parcel){ .parcel = { MESSAGE },
		.from = (int32_t)(nodes >> hub->parcels.node_bits),
		.to = (int32_t)(nodes & ((1u << hub->parcels.node_bits) - 1)),
		.tag = (int32_t)(tag & ((1u << hub->parcels.tag_bits) - 1)),
		.bytes = hub->parcels.arrival.came };
	return &m->parcel;
}

/* ---- Receiving ---- */

static void (*const CAME[PARCEL_KINDS])(
	struct wires *wires, const struct parcel *parcel) = { [PACKET] = packet_came,
	[MESSAGE] = message_came,
	[ROOM] = room_came,
	[ABORT] = abort_came,
	[MEET] = meet_came,
	[ASK] = ask_came,
	[ANSWER] = answer_came,
	[LEFT] = left_came,
	[MARK] = mark_came };

void parcel_came(struct wires *hub)
{
	const struct parcel *parcel = hub->parcels.arrival.came_tag
					      ? head_make(hub)
					      : (struct parcel *)hub->parcels.incoming;
	struct wires *wires = hub;

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

	hub->parcels.incoming = malloc(sizeof(struct message_parcel) + most);
	if (!hub->parcels.incoming)
		return why(ENOMEM, "no memory for messages between processes");
	hub->parcels.incoming += sizeof(struct message_parcel);
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
		free(hub->parcels.incoming - sizeof(struct message_parcel));
}
