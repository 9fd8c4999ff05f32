/* Implements grove_call, which runs an operation by name to its end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/messages/messages.h"
#include "library/requests/arguments.h"
#include "library/sized/sized_calls.h"
#include "library/sized_struct.h"

static int call_collective(struct node *me, const struct verb_name *verb, struct grove_operation *o)
{
	struct cached_node *kept = *node_kept(me);
	struct collective_request request;
	struct packed_blocks packed;
	int error = operation_pack(&packed, &kept->packed, me, verb, o);

	if (error)
		return error;
	packed_read(&packed);
	request = operation_request(verb, o);
	error = request.blocks ? sized_call(me, &request) : call_run(me, &request);
	if (!error)
		packed_write(&packed);
	return error;
}

static int call_message(
	struct node *me, const struct verb_name *verb, const struct grove_operation *o)
{
	struct message_request request = operation_message(verb, o);
	struct grove_message *told = verb->family == RECEIVES ? o->message : NULL;
	struct strided rows;
	int error = o->blocks ? why(EINVAL, "%s: a message has no blocks", verb->name)
			      : operation_rows(&rows, &request, verb, o);

	if (told)
		*told = (struct grove_message){ GROVE_NOBODY, GROVE_ANY, 0 };
	if (!error)
		error = message_run(me, &request, verb->name);
	if (!error && told && o->node != GROVE_NOBODY)
		*told = (struct grove_message){ request.peer, request.tag, request.size };
	return error;
}

int grove_call(struct grove_node *outside, const struct grove_operation *operation)
{
	struct node *me = node_inside(outside);
	const struct verb_name *verb;
	struct grove_operation own;
	int error = outside && operation
			    ? node_may_block(me)
			    : why(EINVAL, "grove_call: the node or the operation is NULL");

	if (!error)
		error = sized_operation(&own, operation);
	if (!error)
		error = operation_verb(&verb, &own);
	if (!error)
		error = verb_talks(verb) ? call_message(me, verb, &own)
					 : call_collective(me, verb, &own);
	return why_answer(error);
}
