/* Messages go from one node to another outside of any plan, in the order in which they are sent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MESSAGES_MESSAGE_H
#define RUNTIME_MESSAGES_MESSAGE_H

#include "runtime/kernels/strided_copy.h"
#include "runtime/messages/channel.h"
#include "runtime/team/step.h"

enum message_kind {
	SEND_MESSAGE,
	RECEIVE_MESSAGE
};

enum message_state {
	MESSAGE_WAITS, /* for room in the channel, or for a message */
	MESSAGE_LENT,  /* until the receiver has copied the bytes */
	MESSAGE_LANDS, /* until the bytes have come from another process */
	MESSAGE_DONE
};

enum {
	ANY_MESSAGE = -1 /* as a peer: of a receiver; as a tag */
};

/* What a node sends or receives: filled in up to `rows` by the caller. */
struct message_request {
	enum message_kind kind;
	int peer, tag;
	unsigned char *bytes;
	size_t size;		    /* of a receiver: the most that is accepted */
	bool exact;		    /* a receiver accepts no other size */
	const struct strided *rows; /* where the bytes lie; NULL: all at `bytes` */
	enum message_state state;
	struct channel *channel; /* NULL: from any node, not known yet */
	uint32_t number;	 /* of the message in the channel; of a receiver: at the end */
	struct message_request *next; /* of the receivers of the channel */
};

/* Makes requests: each gets its place in the order of its channel. The node's thread has the turn
 * (pending.h). Returns 0, or -ENOMEM with why; then no request was made. */
int messages_post(
	struct node *me, struct channels *channels, struct message_request *requests, int count);

/* Makes requests and carries them out until all are done. A receiver's peer, tag and size are those
 * of the message afterwards. Returns 0, -ENOMEM with why, or -errno of the abort; then no memory is
 * lent any more. */
int messages_run(
	struct node *me, struct channels *channels, struct message_request *requests, int count);

/* Carries out a posted request as far as possible without waiting. Returns MOVED, BLOCKED, ENDED if
 * the request was done before, or BROKEN: the team has failed. */
enum outcome message_step(
	struct node *me, struct channels *channels, struct message_request *request);

/* Returns true if a step would get on. */
bool message_ready(struct node *me, struct channels *channels, struct message_request *request);

/* Returns true if the request never ends, because nodes have gone. */
bool message_hopeless(struct node *me, struct channels *channels, struct message_request *request);

/* Takes back memory that is lent. The team must have failed. */
void message_recall(struct node *me, struct message_request *request);

/* Say in the node's news that the node waits for this request, or for none. */
void message_tell(
	struct node *me, struct channels *channels, const struct message_request *request);
void message_hush(struct node *me);

#endif
