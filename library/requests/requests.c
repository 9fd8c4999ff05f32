/* Begins, prepares, starts, settles and frees the requests of grove.h. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "library/handles.h"
#include "library/messages/messages.h"
#include "library/requests/requests.h"
#include "library/sized_struct.h"
#include "runtime/node/abort.h"

/* ---- The life of a request ---- */

/* A persistent request is only prepared here, and started by grove_request_start. */
static int request_make(struct grove_request **request, struct node *me,
	const struct grove_operation *operation, bool persistent)
{
	struct grove_operation own;
	struct grove_request *new;
	int error = node_may_block(me);

	if (!error)
		error = sized_read(SIZED_OPERATION, &own, operation);
	if (error)
		return error;
	new = calloc(1, sizeof *new);
	if (!new)
		return why(ENOMEM, "no memory for a request");
	new->node = me;
	new->persistent = persistent;
	kept_request_add(me->kept, &new->kept);
	error = operation_prepare(new, &own);
	if (error)
		kept_request_free(me->kept, &new->kept);
	else
		*request = new;
	return error;
}

/* After an abort other nodes may still look at the list of blocks, so the request stays until the
 * team is closed. */
static void request_end(struct grove_request *request)
{
	if (team_sound(request->node->team))
		kept_request_free(request->node->kept, &request->kept);
}

static int request_begin(struct grove_request *r)
{
	int error = 0;

	if (r->told)
		*r->told = message_of_nobody();
	if (r->talks && !r->empty) {
		r->run.message.message = r->message;
		error = pending_message_start(&r->run.message, r->node);
	} else if (!r->talks) {
		packed_read(&r->packed);
		sent_blocks_copy(&r->sent);
		if (r->exchange)
			pending_call_start(&r->exchange->run, r->node, &r->exchange->call);
		pending_call_start(&r->run.call, r->node, &r->call);
	}
	r->active = !error;
	r->kept.past = false;
	if (!error)
		pending_count(r->node, 1);
	return error;
}

/* A call that returns an error of the team ends all requests of the team. */
static int node_broken(struct node *me)
{
	pending_break(me);
	return team_refuse(me->team);
}

int request_settle(struct grove_request **request)
{
	struct grove_request *r = *request;
	int error = 0;

	r->active = false;
	if (!r->kept.past)
		pending_count(r->node, -1);
	if (!r->empty && pending_of(r)->state == PENDING_FAILED)
		error = node_broken(r->node);
	else if (!r->talks)
		packed_write(&r->packed);
	else if (r->told && !r->empty)
		*r->told = message_told(&r->run.message.message);
	if (r->persistent)
		return error;
	request_end(r);
	*request = NULL;
	return error;
}

/* What a team began before it healed has ended, also if the body was never told. */
static bool is_started(const struct grove_request *request)
{
	return request->active && !request->kept.past;
}

int request_may(struct grove_request *r)
{
	int error = node_may_block(r->node);

	if (!error || team_sound(r->node->team))
		return error;
	return !r->active || r->empty || pending_of(r)->state == PENDING_FAILED ? 0 : error;
}

/* ---- Begin, prepare, start, free ---- */

int grove_start(struct grove_node *me, const struct grove_operation *operation,
	struct grove_request **request)
{
	struct grove_request *made = NULL;
	int error;

	if (request)
		*request = NULL;
	if (!me || !operation || !request)
		return why(EINVAL, "grove_start: the node, the operation or the request is NULL");
	error = request_make(&made, node_inside(me), operation, false);
	if (error)
		return why_answer(error);
	error = request_begin(made);
	if (error)
		request_end(made);
	else
		*request = made;
	return why_answer(error);
}

int grove_prepare(struct grove_node *me, const struct grove_operation *operation,
	struct grove_request **request)
{
	if (request)
		*request = NULL;
	if (!me || !operation || !request)
		return why(EINVAL, "grove_prepare: the node, the operation or the request is NULL");
	return why_answer(request_make(request, node_inside(me), operation, true));
}

int grove_request_start(struct grove_request *request)
{
	int error;

	if (!request)
		return why(EINVAL, "grove_request_start: the request is NULL");
	error = node_may_block(request->node);
	if (!error && is_started(request))
		error = why(EBUSY, "grove_request_start: the request is started already");
	return why_answer(error ? error : request_begin(request));
}

int grove_request_free(struct grove_request *request)
{
	int error;

	if (!request)
		return why_answer(0);
	error = request_may(request);
	if (!error && is_started(request))
		error = why(EBUSY, "grove_request_free: the request was not waited for");
	if (!error)
		request_end(request);
	return why_answer(error);
}
