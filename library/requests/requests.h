/* A request stands for an operation that is started, and waited for later. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_REQUESTS_REQUESTS_H
#define LIBRARY_REQUESTS_REQUESTS_H

#include "library/node_program.h"
#include "library/plan_cache.h"
#include "library/requests/packed_blocks.h"
#include "library/sized/sized.h"
#include "runtime/messages/message.h"

/* The exchange of sizes that goes before a call by copy. Both are calls of the node, the exchange
 * first, and the sizes say the program of the second call. Verbs exchange sizes in the same way, so
 * a node may call a verb where another node has a request. */
struct size_exchange {
	struct collective_request request; /* whose sizes follow the table */
	struct grove_blocks sizes;
	struct call call;
	struct pending_call run;
	size_t *table;
};

/* The type is hidden from applications, which hold a pointer. */
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
	struct packed_blocks packed; /* of the call; the memory is kept.memory */
	struct sent_blocks sent;     /* the same */
	/* Goes before the call, which is prepared later; NULL: none. Memory: kept.exchange. */
	struct size_exchange *exchange;
	struct grove_message *told; /* source, tag and size for the receiver */
	union {
		struct pending_call call;
		struct pending_message message;
	} run;
};

static inline struct pending *pending_of(struct grove_request *r)
{
	return r->talks ? &r->run.message.base : &r->run.call.base;
}

static inline bool is_active(struct grove_request *const *request)
{
	return *request && (*request)->active;
}

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

/* Does the same for a call in which each block has a size of its own: prepares the call, and the
 * exchange if there is one; and replaces GROVE_IN_PLACE. */
int sized_operation_prepare(struct grove_request *request, struct collective_request *asked);

/* Returns 0 if this thread may wait for the request now. A request that has failed with its team
 * can still be waited for. */
int request_may(struct grove_request *request);

/* Tells the body of the end of the request, which is started no more. A request that is not
 * persistent ends, and becomes NULL. Returns 0 or -errno with why: the request has failed. */
int request_settle(struct grove_request **request);

#endif
