/* Implements messages from node to node: send, receive, both at once, and with all neighbours. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/error.h"
#include "base/size.h"
#include "library/handles.h"
#include "library/messages.h"
#include "library/plan_cache.h"
#include "runtime/messages/message.h"
#include "runtime/paced/pace.h"

enum {
	FEW = 16 /* requests for which the stack has room */
};

/* ---- Checks ---- */

static int node_may_talk(struct node *me, const char *name)
{
	int error = node_may_block(me);

	if (!error && team_pacing(node_team(me)))
		error = why(EINVAL, "%s: messages go over no link, so a team with a pace has none",
			name);
	if (!error && team_is_wired(node_team(me)))
		error = why(EINVAL, "%s: messages between processes are not there yet: use MPI's",
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
	int nodes = team_network(node_team(me))->nodes;
	bool receives = r->kind == RECEIVE_MESSAGE;

	if ((r->peer < 0 || r->peer >= nodes) && !(receives && r->peer == GROVE_ANY))
		return why(EINVAL, "%s: node %d: the team has nodes 0 to %d", name, r->peer,
			nodes - 1);
	if (r->tag < 0 && !(receives && r->tag == GROVE_ANY))
		return why(EINVAL, "%s: tag %d: a tag is 0 or more", name, r->tag);
	return check_bytes(r, name);
}

/* A node that sends to itself alone waits for itself. */
static int check_alone(const struct node *me, const struct message_request *r, const char *name)
{
	return r->peer == node_number(me)
		       ? why(EDEADLK, "%s: node %d would wait for itself; grove_sendrecv does not",
				 name, r->peer)
		       : 0;
}

/* ---- Runs ---- */

static int run_requests(struct node *me, struct message_request *requests, int count)
{
	const struct cached_team *kept = team_kept(node_team(me));
	int error = messages_post(me, kept->channels, requests, count);

	return error ? error : messages_run(me, kept->channels, requests, count);
}

/* One request. Nothing happens if the peer is nobody. */
static int run_alone(struct grove_node *me, struct message_request *request, const char *name)
{
	int error = me ? node_may_talk(node_inside(me), name)
		       : why(EINVAL, "%s: the node is NULL", name);

	if (error || request->peer == GROVE_NOBODY)
		return error;
	error = message_check(node_inside(me), request, name);
	if (!error)
		error = check_alone(node_inside(me), request, name);
	return error ? error : run_requests(node_inside(me), request, 1);
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
		*message = (struct grove_message){ GROVE_NOBODY, GROVE_ANY, 0 };
	error = run_alone(me, &request, "grove_recv");
	if (!error && message && from != GROVE_NOBODY)
		*message = (struct grove_message){ request.peer, request.tag, request.size };
	return why_answer(error);
}

/* ---- Both directions at once ---- */

static int check_each(
	const struct node *me, const struct message_request *requests, int count, const char *name)
{
	int error = 0;

	for (int i = 0; i < count && !error; i++)
		error = message_check(me, &requests[i], name);
	return error;
}

int grove_sendrecv(struct grove_node *me, const void *out, size_t out_bytes, int to, void *in,
	size_t in_bytes, int from, int tag, struct grove_message *message)
{
	struct message_request requests[2];
	int count = 0, error;

	if (message)
		*message = (struct grove_message){ GROVE_NOBODY, GROVE_ANY, 0 };
	if (!me)
		return why(EINVAL, "grove_sendrecv: the node is NULL");
	if (to != GROVE_NOBODY)
		requests[count++] = (struct message_request){ SEND_MESSAGE, to, tag,
			(void *)(uintptr_t)out, out_bytes };
	if (from != GROVE_NOBODY)
		requests[count++] = (struct message_request){ RECEIVE_MESSAGE, from, tag, in,
			in_bytes, !message };
	error = node_may_talk(node_inside(me), "grove_sendrecv");
	if (!error)
		error = check_each(node_inside(me), requests, count, "grove_sendrecv");
	if (!error)
		error = run_requests(node_inside(me), requests, count);
	if (!error && message && from != GROVE_NOBODY)
		*message = (struct grove_message){ requests[count - 1].peer,
			requests[count - 1].tag, requests[count - 1].size };
	return why_answer(error);
}

/* Fills in two requests for each neighbour: the sends first. Returns the number of requests. */
static int list_requests(
	struct message_request *requests, const struct grove_neighbour *neighbours, int count)
{
	int filled = 0;

	for (int i = 0; i < count; i++)
		if (neighbours[i].node != GROVE_NOBODY)
			requests[filled++] = (struct message_request){ SEND_MESSAGE,
				neighbours[i].node, 0, (void *)(uintptr_t)neighbours[i].out,
				neighbours[i].out_bytes };
	for (int i = 0; i < count; i++)
		if (neighbours[i].node != GROVE_NOBODY)
			requests[filled++] =
				(struct message_request){ RECEIVE_MESSAGE, neighbours[i].node, 0,
					neighbours[i].in, neighbours[i].in_bytes, true };
	return filled;
}

static int exchange(struct node *me, const struct grove_neighbour *neighbours, int count,
	struct message_request *requests)
{
	int filled = list_requests(requests, neighbours, count);
	int error = node_may_talk(me, "grove_exchange");

	for (int i = 0; i < filled && !error; i++)
		if (requests[i].peer < 0)
			error = why(
				EINVAL, "grove_exchange: there is no node %d", requests[i].peer);
	if (!error)
		error = check_each(me, requests, filled, "grove_exchange");
	return error ? error : run_requests(me, requests, filled);
}

int grove_exchange(struct grove_node *me, const struct grove_neighbour *neighbours, int count)
{
	struct message_request few[2 * FEW], *requests = few;
	int error;

	if (!me || (count && !neighbours) || count < 0)
		return why(EINVAL, "grove_exchange: the node or the list is NULL, or its length is "
				   "negative");
	if (count > FEW)
		requests = calloc((size_t)count, 2 * sizeof *requests);
	if (!requests)
		return why(ENOMEM, "grove_exchange: no memory for %d neighbours", count);
	error = exchange(node_inside(me), neighbours, count, requests);
	if (requests != few)
		free(requests);
	return why_answer(error);
}
