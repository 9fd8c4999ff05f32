/* Parcels are the small messages between the processes of a team: packets, messages, questions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_PARCELS_H
#define RUNTIME_WIRE_PARCELS_H

#include "runtime/wire/wires_state.h"

/* All parcels of all teams come by one reception that is always expected, and those of a process
 * come in the order of sending. So a parcel that says that there is nothing more, as the STATE of a
 * process that has left, comes after all that was sent before.
 *
 *	kind	sent by					the receiver
 *	PACKET	a wire: a packet or message of a ring	puts it into its ring (wire_receive.c)
 *	ROOM	the receiver of a channel		sends more messages (wire_messages.c)
 *	ABORT	the process that fails the team first	fails the team, at once or in its next job
 *	ASK	a process that waits for long		sends STATE, unless its nodes have left
 *	STATE	a process that is asked, or that	learns the calls and waits of nodes there;
 *		all nodes have left			may close the team once all have left
 *	MEET	a process that meets all others	keeps the least values (protocol.c)
 *
 * A small packet or message of the team at the top is the most frequent parcel, and a longer one
 * takes longer. So its bytes are all that is sent where the carrier's tag says the rest: the nodes
 * and the tag of a message, or the link of a packet of the same call as the packet before.
 *
 * A team of which one end is not open, or is closed, gets no parcels. */
enum parcel_kind {
	PACKET,
	ROOM,
	ABORT,
	ASK,
	STATE,
	MEET,
	PARCEL_KINDS
};

struct parcel {
	uint32_t kind;
	int32_t to; /* the address of the team in the process that receives */
};

/* PACKET; ROOM has a number, and in `bytes` the number of messages for which there is room. */
struct packet_parcel {
	struct parcel parcel;
	uint64_t number; /* of the ring or, after those of rings, of the channel */
	uint64_t fingerprint, bytes, operation;
	uint32_t lent;	     /* the bytes follow as bodies, not in this parcel */
	uint32_t records;    /* after these fields, before the payload */
	uint32_t lends_from; /* the sender lends packets of more bytes */
	uint32_t body; /* if lent: bytes of each body but the last, or 0 for a single body; of a
			      * message, the tag of its body */
};

enum {
	PARCEL_BYTES = 8 << 10 /* of any packet or message */
};

/* Returns a parcel of that many bytes, for parcel_send, or NULL if memory is short. */
void *parcel_new(struct wires *wires, enum parcel_kind kind, size_t bytes);

/* Sends and frees the parcel. A process without a known address gets none. */
void parcel_send(struct wires *wires, void *parcel, int process, size_t bytes);

/* The same for a packet or message of a wire. */
void packet_send(struct wire *wire, struct packet_parcel *packet, size_t bytes);
void parcel_sent(struct carriage *carriage);

/* Sends a body of no bytes. Where memory is short, the other process waits for ever. */
void empty_send(struct wire *wire);

int parcels_expect(struct wires *hub);
void parcels_look(struct wires *hub); /* before the carrier is looked at */
void parcel_came(struct wires *hub);
void parcels_free(struct wires *hub);

/* What a parcel does here. */
void packet_came(struct wires *wires, const struct parcel *parcel);
void room_came(struct wires *wires, const struct parcel *parcel);
void abort_came(struct wires *wires, const struct parcel *parcel);
void ask_came(struct wires *wires, const struct parcel *parcel);
void state_came(struct wires *wires, const struct parcel *parcel);
void meet_came(struct wires *hub, const struct parcel *parcel);

#endif
