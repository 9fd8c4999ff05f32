/* Carries on a message that a node has started to send or to receive. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/messages/pending_message.h"
#include "runtime/team/gone.h"

/* Messages that are pending have their numbers already (channel.h), so they pass each other on
 * different channels, and keep their order on each channel. */

static struct pending_message *message_of(const struct pending *me)
{
	return (struct pending_message *)(uintptr_t)me;
}

static enum outcome pending_step(struct pending *me)
{
	struct pending_message *m = message_of(me);
	enum outcome outcome = message_step(me->node, m->channels, &m->message);

	return outcome == MOVED && m->message.state == MESSAGE_DONE ? ENDED : outcome;
}

static bool pending_ready(struct pending *me)
{
	struct pending_message *m = message_of(me);

	return message_ready(me->node, m->channels, &m->message);
}

static void pending_recall(struct pending *me)
{
	message_recall(me->node, &message_of(me)->message);
}

static bool pending_helps(const struct pending *me)
{
	(void)me;
	return true;
}

/* A message waits for the messages in front on its channel as well. */
static bool pending_hopeless(struct pending *me)
{
	struct pending_message *m = message_of(me), *other;

	if (message_hopeless(me->node, m->channels, &m->message))
		return true;
	if (!m->message.channel || !node_gone(&me->node->team->node[m->message.peer]))
		return false;
	for (struct pending *p = me->node->pending->first; p && p != me; p = p->next) {
		other = message_of(p);
		if (p->kind == me->kind && p->node == me->node && p->state == PENDING_STARTED &&
			other->message.kind == m->message.kind &&
			other->message.channel == m->message.channel &&
			message_hopeless(me->node, m->channels, &other->message))
			return true;
	}
	return false;
}

static void pending_tell(struct pending *me, bool waits)
{
	if (waits)
		message_tell(me->node, message_of(me)->channels, &message_of(me)->message);
	else
		message_hush(me->node);
}

int pending_message_start(struct pending_message *me, struct node *node, struct channels *channels)
{
	static const struct pending_kind kind = { pending_step, pending_ready, pending_recall,
		pending_helps, pending_hopeless, pending_tell };
	int error;

	me->channels = channels;
	pending_hold(node->pending);
	error = messages_post(node, channels, &me->message, 1);
	if (error)
		pending_release(node->pending);
	else
		pending_start(&me->base, &kind, node);
	return error;
}
