/* An operation that a request stands for, prepared to be started. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_REQUESTS_OPERATION_H
#define LIBRARY_REQUESTS_OPERATION_H

#include "library/node_program.h"
#include "library/requests/packed_blocks.h"
#include "library/plan_cache.h"
#include "library/sized/in_place.h"
#include "runtime/messages/message.h"

/* The types are hidden from applications, which hold a pointer. */
struct grove_request {
	struct kept_request kept; /* in the list of the node's requests */
	struct node *node;
	bool persistent;
	bool active; /* started, and its end not yet told to the body */
	bool empty;  /* a message to nobody, or from nobody */
	bool talks;  /* a message, not a call */
	struct call call;
	struct message_request message;
	struct strided rows;	     /* of the message, if it is a subarray */
	struct packed_blocks packed; /* of the call; the memory is kept.packed */
	struct sent_blocks sent;     /* the same */
	/* Goes before the call, which is prepared later; NULL: none. Memory: kept.exchange. */
	struct size_exchange *exchange;
	struct grove_message *told; /* source, tag and size for the receiver */
	union {
		struct pending_call call;
		struct pending_message message;
	} run;
};

/* Takes a prepared call, and its program, which the request then uses. */
static inline void request_keep(struct grove_request *request, const struct call *call)
{
	request->call = *call;
	program_keep(&request->kept.program, call);
}

/* Fills in the request's call or message, and takes what the call needs beyond the node's next
 * calls. Writes the places of packed blocks in the operation. Returns 0, -EINVAL or -ENOMEM with
 * why. */
int operation_prepare(struct grove_request *request, struct grove_operation *operation);

#endif
