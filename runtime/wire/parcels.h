/* Parcels carry messages outside of plans between nodes of two processes, and lanes keep the order
 * of the messages. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_PARCELS_H
#define RUNTIME_WIRE_PARCELS_H

#include "runtime/kernels/strided_copy.h"
#include "runtime/wire/wires_state.h"

/* A channel (runtime/messages) between nodes of two processes is a ring in each of the two
 * processes. A lane stands at the other end of each ring: the lane takes the messages of the
 * sender's ring, or puts messages into the receiver's ring. Any two nodes may talk, so the process
 * expects a single header for all messages, and the header says the two nodes. A header that waited
 * for room in a ring would keep other nodes' messages waiting. So a lane sends no more messages
 * than the other ring has room for, and hears of new room by parcels without a message.
 *
 *	node -> ring -> lane -> parcel: header, with the bytes of a small message
 *	                     -> its body, straight from the sender's memory        -> other process
 *	node <- ring <- lane <- header
 *	  its buffer <- lane <- body, when the node receives that message
 *
 * writers: the thread that has locked the wires writes all fields. `landing` is read with the lock,
 * too. The edges are listed with the wires (wires_state.h). */
struct lane {
	struct lane *next;
	struct wires *wires;
	struct ring *ring;
	int from, to, process; /* process: of the other node */
	bool outward;
	uint32_t at;		     /* the next message of the ring to send */
	uint32_t room;		     /* messages that the other ring still takes */
	struct parcel *first, *last; /* sent, and still in the ring */
	uint32_t told;		     /* the ring's head when the other process last heard of room */
	struct carriage body; /* of the oldest message of the ring, while the message lands */
	struct piece piece;
	unsigned char *packed; /* where the body lands if the place is in rows, or else NULL */
	bool landing;
};

/* The header of a message to another process; or the news that there is room for `room` more
 * messages. */
struct parcel_header {
	int32_t from, to, tag;
	uint32_t room;
	uint64_t bytes;
	int32_t body; /* the carrier's tag of the body; 0: the bytes are behind this header */
};

/* parcels.c */
void parcel_sent(struct carriage *carriage);
void lanes_move(struct wires *wires); /* locked */

/* lanes.c */
void parcel_came(struct wires *wires);
void lane_came(struct lane *lane);
void lanes_discard(struct wires *wires); /* locked */

void lanes_reset(struct wires *wires);
void lanes_free(struct wires *wires);

/* transport.h */
int lanes_talk(struct team *team, const struct talk *talk);
void lanes_hold(struct team *team);
void lanes_release(struct team *team);
struct lane *lane_join(struct team *team, struct ring *ring, int from, int to);
enum outcome lane_bring(struct lane *lane, const struct strided *to, size_t bytes);
void lane_withdraw(struct lane *lane);

#endif
