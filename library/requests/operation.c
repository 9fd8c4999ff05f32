/* Reads what an operation is to do, and prepares the call or the message. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/messages/messages.h"
#include "library/requests/arguments.h"
#include "library/requests/sized_operation.h"
#include "runtime/paced/pace.h"

/* ---- Messages ---- */

static int prepare_message(
	struct grove_request *r, const struct verb_name *verb, const struct grove_operation *o)
{
	int error;

	if (o->blocks)
		return why(EINVAL, "%s: a message has no blocks", verb->name);
	r->talks = true;
	r->empty = o->node == GROVE_NOBODY;
	r->told = verb->family == RECEIVES ? o->message : NULL;
	r->message = operation_message(verb, o);
	if (r->empty)
		return 0;
	error = operation_rows(&r->rows, &r->message, verb, o);
	return error ? error : message_check(r->node, &r->message, verb->name);
}

/* ---- Any of these ---- */

static int prepare_collective(
	struct grove_request *r, const struct verb_name *verb, struct grove_operation *o)
{
	struct collective_request request;
	struct call *call;
	int error = operation_pack(&r->packed, &r->kept.packed, r->node, verb, o);

	if (error)
		return error;
	request = operation_request(verb, o);
	if (request.blocks)
		return sized_operation_prepare(r, &request);
	error = call_prepare(r->node, &request, &call);
	if (!error)
		request_keep(r, call);
	return error;
}

int operation_prepare(struct grove_request *r, struct grove_operation *o)
{
	const struct verb_name *verb;
	int error;

	if (team_pacing(node_team(r->node)))
		return why(EINVAL,
			"a team with a pace has no requests: a paced node is in a single call");
	error = operation_verb(&verb, o);
	if (error)
		return error;
	return verb_talks(verb) ? prepare_message(r, verb, o) : prepare_collective(r, verb, o);
}
