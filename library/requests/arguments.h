/* The arguments of an operation, as the verb of that name takes them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_REQUESTS_ARGUMENTS_H
#define LIBRARY_REQUESTS_ARGUMENTS_H

#include "library/requests/packed_blocks.h"
#include "library/prepared.h"
#include "runtime/messages/message.h"

enum family {
	BYTES,
	TYPED,
	SENDS,
	RECEIVES
};

/* A verb by name. The collective "send" of plans is not a verb: "send" is a message. */
struct verb_name {
	const char *name;
	enum family family;
	enum collective collective;
};

/* Finds the verb of an operation; NULL: the operation has a plan. Returns 0, or -EINVAL with
 * why. */
int operation_verb(const struct verb_name **verb, const struct grove_operation *operation);

static inline bool verb_talks(const struct verb_name *verb)
{
	return verb && (verb->family == SENDS || verb->family == RECEIVES);
}

/* Return what the operation asks of a collective, or of a message. The verb of operation_request
 * may be NULL: then the operation has a plan. */
struct collective_request operation_request(
	const struct verb_name *verb, const struct grove_operation *operation);
struct message_request operation_message(
	const struct verb_name *verb, const struct grove_operation *operation);

/* Replaces the subarrays of an operation by packed blocks (packed_blocks.h), and the subarray of a
 * message by its rows. Returns 0, -EINVAL or -ENOMEM with why. */
int operation_pack(struct packed_blocks *blocks, struct packed_memory *memory, struct node *me,
	const struct verb_name *verb, struct grove_operation *operation);
int operation_rows(struct strided *rows, struct message_request *message,
	const struct verb_name *verb, const struct grove_operation *operation);

#endif
