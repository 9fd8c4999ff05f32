/* Checks what an application asks of a message, and reads subarrays. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MESSAGES_MESSAGES_H
#define LIBRARY_MESSAGES_MESSAGES_H

#include "grove.h"
#include "runtime/kernels/strided_copy.h"
#include "runtime/messages/message.h"

/* Returns 0, or -errno with why if the node may not call a verb now, or has no messages. */
int node_may_talk(struct node *me, const char *name);

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

/* ---- Subarrays: blocks of a buffer that do not lie in one piece (subarray.c) ---- */

/* A subarray and who gives the subarray, for messages. */
struct subarray_place {
	const char *name, *what; /* "broadcast", "output" */
	size_t number;		 /* of the block */
	const void *buffer;
	size_t element; /* bytes that no row may cut; 1: rows have any size */
};

/* Returns the bytes of all rows, if these fit memory. */
static inline size_t subarray_bytes(const struct grove_subarray *subarray)
{
	return subarray->bytes * subarray->rows * (subarray->planes ? subarray->planes : 1);
}

/* Finds the rows of a subarray, in as few rows as possible, and the bytes of all rows. Returns 0,
 * or -EINVAL with why: rows overlap or cut elements, the buffer is NULL, or the subarray is larger
 * than memory. */
int subarray_read(struct strided *rows, size_t *bytes, const struct grove_subarray *subarray,
	const struct subarray_place *place);

/* Does the same, and refuses a subarray that has another number of bytes. */
int subarray_read_sized(struct strided *rows, size_t bytes, const struct grove_subarray *subarray,
	const struct subarray_place *place);

#endif
