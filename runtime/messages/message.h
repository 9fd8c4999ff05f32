/* Messages go from one node to another outside of any plan, in the order in which they are sent. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MESSAGES_MESSAGE_H
#define RUNTIME_MESSAGES_MESSAGE_H

#include "runtime/kernels/strided_copy.h"
#include "runtime/messages/channel.h"
#include "runtime/drive/pending.h"

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
	unsigned char *packed;	      /* rows of a large message to or from another process */
	struct channel *channel;      /* NULL: from any node, not known yet */
	uint32_t number;	      /* of the message in the channel; of a receiver: at the end */
	struct message_request *next; /* of the receivers of the channel */
};

/* Messages as an activity of their node, carried on until all of request[count] are done. */
struct pending_message {
	struct pending base;
	struct message_request *request;
	int count;
	struct message_request message; /* of pending_message_start */
};

/* Starts me->message, which is filled in as for messages_run. Returns 0, or -ENOMEM with why; then
 * nothing was started. */
int pending_message_start(struct pending_message *me, struct node *node);

/* Makes requests and carries them out until all are done. A receiver's peer, tag and size are those
 * of the message afterwards. Returns 0, -ENOMEM with why, or -errno of the abort; then no memory is
 * lent any more. */
int messages_run(struct node *me, struct message_request *requests, int count);

#endif
