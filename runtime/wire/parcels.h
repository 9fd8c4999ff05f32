/* Parcels are the small messages between the processes of a team: packets, messages, questions. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_PARCELS_H
#define RUNTIME_WIRE_PARCELS_H

#include "runtime/wire/wires_state.h"

/* All parcels of all teams come by one reception that is always expected, and those of a process
 * come in the order of sending. So a parcel that says that there is nothing more, as LEFT, comes
 * after all that was sent before.
 *
 *	kind	sent by					the receiver
 *	PACKET	a wire: a packet of a ring		puts it into its ring (wire_receive.c)
 *	MESSAGE	a lane: a message outside of plans	puts it into the channel (lanes.c)
 *	ROOM	the receiver of a channel		sends more messages (lanes.c)
 *	ABORT	the process that fails the team first	fails the team, at once or in its next job
 *	MEET	each process of a meeting, each round	goes on with its next round (protocol.c)
 *	ASK	a process that waits for long		sends ANSWER, unless its nodes have left
 *	ANSWER	a process that is asked			learns the calls and waits of nodes there
 *	LEFT	a process that all nodes have left	learns the same; may close the sub-team
 *	MARK	each process that has no job		knows that nothing is on its way any more
 *
 * A small message of the team at the top is the most frequent parcel, and a longer one takes
 * longer. So where its nodes and its tag fit in the carrier's tag, its bytes are all that is sent.
 *
 * A team of which one end is not open, or is closed, gets no parcels. */
enum parcel_kind {
	PACKET,
	MESSAGE,
	ROOM,
	ABORT,
	MEET,
	ASK,
	ANSWER,
	LEFT,
	MARK,
	PARCEL_KINDS
};

struct parcel {
	uint32_t kind;
	int32_t to; /* the address of the team in the process that receives */
};

struct packet_parcel {
	struct parcel parcel;
	uint32_t ring; /* its number in the team */
	uint64_t fingerprint, bytes, operation;
	uint32_t lent;	     /* the bytes follow as bodies, not in this parcel */
	uint32_t records;    /* after these fields, before the payload */
	uint32_t lends_from; /* the sender lends packets of more bytes */
	uint32_t body;	     /* bytes of each body but the last; 0: a single body */
};

struct message_parcel {
	struct parcel parcel;
	int32_t from, to, tag; /* of ROOM: tag is the number of messages for which there is room */
	int32_t body;	       /* the carrier's tag of the body; 0: the bytes are in this parcel */
	uint64_t bytes;
};

enum {
	PARCEL_BYTES = 8 << 10 /* of any packet or message */
};

/* Returns a parcel of that many bytes, for parcel_send, or NULL if memory is short. */
void *parcel_new(struct wires *wires, enum parcel_kind kind, size_t bytes);

/* Sends and frees the parcel. A process without a known address gets none. */
void parcel_send(struct wires *wires, void *parcel, int process, size_t bytes);

/* The same for a message with all its bytes. */
void parcel_send_message(struct wires *wires, struct message_parcel *message, int process);
void parcel_sent(struct carriage *carriage);

int parcels_expect(struct wires *hub);
void parcels_look(struct wires *hub); /* before the carrier is looked at */
void parcel_came(struct wires *hub);
void parcels_free(struct wires *hub);

/* What a parcel does here. */
void packet_came(struct wires *wires, const struct parcel *parcel);
void message_came(struct wires *wires, const struct parcel *parcel);
void room_came(struct wires *wires, const struct parcel *parcel);
void abort_came(struct wires *wires, const struct parcel *parcel);
void meet_came(struct wires *wires, const struct parcel *parcel);
void ask_came(struct wires *wires, const struct parcel *parcel);
void answer_came(struct wires *wires, const struct parcel *parcel);
void left_came(struct wires *wires, const struct parcel *parcel);
void mark_came(struct wires *wires, const struct parcel *parcel);

#endif
