/* Implements messages from node to node: send, receive, and both at once. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "base/error.h"
#include "base/size.h"
#include "library/handles.h"
#include "library/messages/messages.h"
#include "runtime/messages/message.h"
#include "runtime/node/team_state.h"

/* ---- Checks ---- */

int node_may_talk(struct node *me, const char *name)
{
	int error = node_may_block(me);

	if (!error && me->team->pace)
		error = why(EINVAL, "%s: messages go over no link, so a team with a pace has none",
			name);
	return error;
}

static int check_bytes(const struct message_request *r, const char *name)
{
	if (r->size && !r->bytes)
		return why(EINVAL, "%s: the buffer of %zu bytes is NULL", name, r->size);
	if ((const void *)r->bytes == GROVE_IN_PLACE)
		return why(EINVAL, "%s: GROVE_IN_PLACE is for the input of collectives", name);
	if (r->size > BUFFER_MOST)
		return why(EINVAL, "%s: %zu bytes are larger than memory", name, r->size);
	return 0;
}

int message_check(const struct node *me, const struct message_request *r, const char *name)
{
	int nodes = me->team->net.nodes;
	bool receives = r->kind == RECEIVE_MESSAGE;

	if ((r->peer < 0 || r->peer >= nodes) && !(receives && r->peer == GROVE_ANY))
		return why(EINVAL, "%s: node %d: the team has nodes 0 to %d", name, r->peer,
			nodes - 1);
	if (r->tag < 0 && !(receives && r->tag == GROVE_ANY))
		return why(EINVAL, "%s: tag %d: a tag is 0 or more", name, r->tag);
	return check_bytes(r, name);
}

int message_subarray(struct message_request *r, struct strided *rows,
	const struct grove_subarray *subarray, const char *name)
{
	struct subarray_place place = { name, "message", 0, r->bytes, 1 };
	int error;

	r->rows = NULL;
	if (r->peer == GROVE_NOBODY || (const void *)r->bytes == GROVE_IN_PLACE)
		return 0; /* nothing is sent, or refused by message_check */
	error = subarray_read_sized(rows, r->size, subarray, &place);
	if (error)
		return error;
	r->bytes = rows->first;
	if (rows->row < r->size)
		r->rows = rows;
	return 0;
}

/* A node that sends to itself alone waits for itself. */
static int check_alone(const struct node *me, const struct message_request *r, const char *name)
{
	return r->peer == me->number
		       ? why(EDEADLK, "%s: node %d would wait for itself; grove_sendrecv does not",
				 name, r->peer)
		       : 0;
}

/* ---- Runs ---- */

int message_run(struct node *me, struct message_request *request, const char *name)
{
	int error = node_may_talk(me, name);

	if (error || request->peer == GROVE_NOBODY)
		return error;
	error = message_check(me, request, name);
	if (!error)
		error = check_alone(me, request, name);
	return error ? error : messages_run(me, request, 1);
}

static int run_alone(struct grove_node *me, struct message_request *request, const char *name)
{
	return me ? message_run(node_inside(me), request, name)
		  : why(EINVAL, "%s: the node is NULL", name);
}

int grove_send(struct grove_node *me, const void *buffer, size_t bytes, int to, int tag)
{
	struct message_request request = { SEND_MESSAGE, to, tag, (void *)(uintptr_t)buffer,
		bytes };

	return why_answer(run_alone(me, &request, "grove_send"));
}

int grove_recv(struct grove_node *me, void *buffer, size_t bytes, int from, int tag,
	struct grove_message *message)
{
	struct message_request request = { RECEIVE_MESSAGE, from, tag, buffer, bytes, !message };
	int error;

	if (message)
		*message = message_of_nobody();
	error = run_alone(me, &request, "grove_recv");
	if (!error && message)
		*message = message_told(&request);
	return why_answer(error);
}

/* ---- Several at once ---- */

int messages_call(struct node *me, struct message_request *requests, int count, const char *name)
{
	int error = node_may_talk(me, name);

	for (int i = 0; i < count && !error; i++)
		error = message_check(me, &requests[i], name);
	return error ? error : messages_run(me, requests, count);
}

int grove_sendrecv(struct grove_node *me, const void *out, size_t out_bytes, int to, void *in,
	size_t in_bytes, int from, int tag, struct grove_message *message)
{
	struct message_request requests[2];
	int count = 0, error;

	if (message)
		*message = message_of_nobody();
	if (!me)
		return why(EINVAL, "grove_sendrecv: the node is NULL");
	if (to != GROVE_NOBODY)
		requests[count++] = (struct message_request){ SEND_MESSAGE, to, tag,
			(void *)(uintptr_t)out, out_bytes };
	if (from != GROVE_NOBODY)
		requests[count++] = (struct message_request){ RECEIVE_MESSAGE, from, tag, in,
			in_bytes, !message };
	error = messages_call(node_inside(me), requests, count, "grove_sendrecv");
	if (!error && message && from != GROVE_NOBODY)
		*message = message_told(&requests[count - 1]);
	return why_answer(error);
}
