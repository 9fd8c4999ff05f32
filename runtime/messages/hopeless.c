/* Finds messages that never come, or are never taken, because nodes have gone. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/messages/message.h"
#include "runtime/drive/gone.h"

static bool others_gone(const struct node *me)
{
	for (int v = 0; v < me->team->net.nodes; v++)
		if (v != me->number && !node_gone(&me->team->node[v]))
			return false;
	return true;
}

/* Returns true if no earlier request moves the messages of the channel. A receiver may wait for a
 * message that another receiver has to take first, which then stands in the ring. */
static bool request_first(const struct message_request *request)
{
	struct ring *ring = &request->channel->ring;

	if (request->kind == RECEIVE_MESSAGE)
		return !ring_front(ring);
	return request->state == MESSAGE_LENT || ring->tail == request->number;
}

/* The event is looked at after `gone` (departure.h). */
bool message_hopeless(struct node *me, struct channels *channels, struct message_request *request)
{
	if (request->state == MESSAGE_DONE || request->state == MESSAGE_LANDS)
		return false;
	if (!request->channel)
		return others_gone(me) && !message_ready(me, channels, request);
	return node_gone(&me->team->node[request->peer]) && request_first(request) &&
	       !message_ready(me, channels, request);
}
