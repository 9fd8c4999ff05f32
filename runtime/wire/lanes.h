/* Lanes carry messages outside of plans between nodes of two processes, in their order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_WIRE_LANES_H
#define RUNTIME_WIRE_LANES_H

#include "runtime/kernels/strided_copy.h"
#include "runtime/wire/wires_state.h"

/* A channel (runtime/messages) between nodes of two processes is a ring in each of the two. The
 * sender's ring has no messages, only their numbers: a message leaves at once as a parcel, if the
 * ring has room. A lane stands at the other end of the receiver's ring, and puts the messages
 * there. Room in that ring comes back to the sender's ring by parcels, so a message never waits for
 * room on its way.
 *
 *	node -> parcel, with the bytes of a small message
 *	     -> body of a large message, straight from the sender's memory -> other process
 *	node <- ring <- lane <- parcel
 *	  its buffer <- lane <- body, when the node receives that message
 *
 *	writers
 *	told		the receiver
 *	all else	the thread that has locked the wires
 *
 *	edges
 *	B1 -> B2	over	the memory of a lent message belongs to the sender again
 *
 * The other edges are listed with the wires (wires_state.h). */
struct lane {
	struct lane *next;
	struct wires *wires;
	struct ring *ring;
	int from, to, process; /* process: of the other node */
	uint32_t told;	       /* the ring's head when the sender last heard of room */
	struct carriage body;  /* of the oldest message of the ring, while the message lands */
	struct piece piece;
	unsigned char *packed; /* where the body lands if the place is in rows, or else NULL */
	bool landing;
};

void lent_sent(struct carriage *carriage);
void lane_came(struct lane *lane);
void lanes_discard(struct wires *wires); /* locked */
void lanes_reset(struct wires *wires);
void lanes_free(struct wires *wires);

/* transport.h */
int lanes_talk(struct team *team, const struct talk *talk);
void lanes_hold(struct team *team);
void lanes_release(struct team *team);
struct lane *lane_join(struct team *team, struct ring *ring, int from, int to);
enum outcome lane_send(struct lane *lane, const struct outbound *message, struct lent **lent);
void lane_grant(struct lane *lane);
enum outcome lane_bring(struct lane *lane, const struct strided *to, size_t bytes);
void lane_withdraw(struct lane *lane, struct lent *lent);

#endif
