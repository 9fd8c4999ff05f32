/* Checks what an application asks of a message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MESSAGES_MESSAGES_H
#define LIBRARY_MESSAGES_MESSAGES_H

#include "library/messages/subarray.h"
#include "runtime/messages/message.h"

/* Returns 0, or -EINVAL with why: the node, the tag, the buffer or the size is wrong. */
int message_check(const struct node *me, const struct message_request *request, const char *name);

/* Makes a message, whose buffer and size are filled in, a message of a subarray of that buffer. The
 * rows stay until the message has ended. Returns 0, or -EINVAL with why. */
int message_subarray(struct message_request *request, struct strided *rows,
	const struct grove_subarray *subarray, const char *name);

/* What a receiver is told: of no message, and of the message that has come. */
static inline struct grove_message message_of_nobody(void)
{
	return (struct grove_message){ GROVE_NOBODY, GROVE_ANY, 0 };
}

static inline struct grove_message message_told(const struct message_request *request)
{
	if (request->peer == GROVE_NOBODY)
		return message_of_nobody();
	return (struct grove_message){ request->peer, request->tag, request->size };
}

/* Sends and receives messages at the same time. Returns 0, or -errno with why. */
int messages_call(struct node *me, struct message_request *requests, int count, const char *name);

/* Sends or receives one message. Does nothing if the peer is nobody. Returns 0, or -errno with
 * why. */
int message_run(struct node *me, struct message_request *request, const char *name);

#endif
