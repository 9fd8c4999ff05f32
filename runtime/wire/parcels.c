/* Sends parcels, and hands each parcel that comes to its team. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include "base/error.h"
#include "runtime/wire/protocol.h"

/* A parcel on its way. Most parcels are sent at once, and the next one takes the same memory. */
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
	out->next = out->hub->spare;
	out->hub->spare = out;
}

void *parcel_new(struct wires *wires, enum parcel_kind kind, size_t bytes)
{
	struct wires *hub = wires->hub;
	struct outgoing *out = hub->spare;
	struct parcel *parcel;

	if (out && bytes <= PARCEL_BYTES)
		hub->spare = out->next;
	else
		out = outgoing_new(hub, bytes > PARCEL_BYTES ? bytes : PARCEL_BYTES);
	if (!out)
		return NULL;
	parcel = (struct parcel *)out->bytes;
	parcel->kind = kind;
	parcel->process = wires->carrier->process;
	return parcel;
}

void parcel_sent(struct carriage *carriage)
{
	struct outgoing *out = (struct outgoing *)carriage;

	out->hub->parcels--;
	outgoing_free(out);
}

void parcel_send(struct wires *wires, void *parcel, int process, size_t bytes)
{
	struct outgoing *out =
		(struct outgoing *)((unsigned char *)parcel - offsetof(struct outgoing, bytes));

	((struct parcel *)parcel)->to = wires->peer[process].address;
	wires->hub->parcels++;
	out->carriage.process = process;
	out->piece.bytes = bytes;
	if (wires->peer[process].address >= 0)
		wires_start(wires, &out->carriage);
	if (out->carriage.place < 0)
		parcel_sent(&out->carriage);
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
	const struct parcel *parcel = (const struct parcel *)hub->incoming;
	struct wires *wires = hub;

	while (wires && wires->peer[hub->carrier->process].address != parcel->to)
		wires = wires->beside;
	if (wires)
		CAME[parcel->kind](wires, parcel);
}

/* A node goes on with a parcel before the next parcel is expected. */
void parcels_look(struct wires *hub)
{
	if (hub->arrival.place < 0)
		wires_start(hub, &hub->arrival);
}

int parcels_expect(struct wires *hub)
{
	size_t told = sizeof(struct answer_parcel) +
		      (size_t)hub->team->net.nodes * sizeof(struct told_node);
	size_t most = told > PARCEL_BYTES ? told : PARCEL_BYTES;

	hub->incoming = malloc(most);
	if (!hub->incoming)
		return why(ENOMEM, "no memory for messages between processes");
	hub->arrival_piece = (struct piece){ hub->incoming, most };
	hub->arrival = (struct carriage){ .kept = true,
		.channel = PARCELS,
		.process = ANY_PROCESS,
		.piece = &hub->arrival_piece,
		.pieces = 1,
		.kind = PARCEL_IN,
		.place = -1,
		.owner = hub };
	parcels_look(hub);
	return 0;
}

void parcels_free(struct wires *hub)
{
	struct outgoing *next;

	for (struct outgoing *out = hub->spare; out; out = next) {
		next = out->next;
		free(out);
	}
	free(hub->incoming);
}
