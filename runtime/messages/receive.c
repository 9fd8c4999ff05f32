/* Receives messages: each goes to the first receiver of its channel that asks for its tag, or else
 * to the first receiver from any node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/memory_budget.h"
#include "runtime/kernels/copy.h"
#include "runtime/messages/receive.h"
#include "runtime/ring/packet.h"
#include "runtime/node/abort.h"
#include "runtime/node/transport.h"

/* The oldest message of a ring stands in the way of all others. If no receiver that waits on the
 * channel asks for the oldest message, it is set aside in memory of the channel while receivers
 * wait for another one. A message that was set aside goes before those of the ring.
 *
 *	writers
 *	waiting, aside, drawn	the receiver, with the turn (pending.h)
 *	anyone			the same
 */

/* A message that was set aside is received by a request of the channel's own. */
struct aside {
	struct aside *next;
	struct message_request message;
	_Alignas(LINE) unsigned char bytes[];
};

static size_t slot_size(const struct slot *slot)
{
	return slot->bytes <= SLOT_INLINE ? slot->bytes : slot->message.size;
}

static int slot_tag(const struct slot *slot)
{
	return (int)(uint32_t)slot->fingerprint;
}

/* ---- Receivers ---- */

void receiver_join(struct node *me, struct message_request *request)
{
	struct channel *channel = request->channel;
	struct message_request **last = channel ? channel->last : &me->anyone.waiting;

	while (*last)
		last = &(*last)->next;
	request->next = NULL;
	*last = request;
	if (channel)
		channel->last = &request->next;
}

void receiver_leave(struct node *me, struct message_request *request)
{
	struct channel *channel = request->channel;
	struct message_request **link = channel ? &channel->waiting : &me->anyone.waiting;

	while (*link && *link != request)
		link = &(*link)->next;
	if (!*link)
		return;
	*link = request->next;
	if (channel && channel->last == &request->next)
		channel->last = link;
}

static bool asks_for(const struct message_request *request, int tag)
{
	return request->tag == ANY_MESSAGE || request->tag == tag;
}

static const struct message_request *first_asking(const struct message_request *request, int tag)
{
	while (request && !asks_for(request, tag))
		request = request->next;
	return request;
}

/* Returns the receiver that takes a message of the channel with that tag, or NULL. Receivers from
 * any node come after those of the channel. */
static const struct message_request *taker(
	const struct node *me, const struct channel *channel, int tag)
{
	const struct message_request *first = first_asking(channel->waiting, tag);

	return first ? first : first_asking(me->anyone.waiting, tag);
}

/* Most receivers wait alone. */
static inline void receiver_done(struct node *me, struct message_request *request)
{
	struct channel *channel = request->channel;

	request->state = MESSAGE_DONE;
	if (channel->waiting != request || request->next) {
		receiver_leave(me, request);
		return;
	}
	channel->waiting = NULL;
	channel->last = &channel->waiting;
}

/* ---- Bytes ---- */

/* Refuses a message of a size that the receiver did not ask for. */
static void size_differs(
	const struct node *me, const struct message_request *request, size_t size, int tag)
{
	const struct abort_state fault = { EINVAL, EINVAL };

	team_fail(me->team, &fault,
		"node %d sends %zu bytes with tag %d to node %d, and node %d receives %s%zu",
		request->peer, size, tag, me->number, me->number, request->exact ? "" : "at most ",
		request->size);
}

static inline bool size_fits(
	const struct node *me, const struct message_request *request, size_t size, int tag)
{
	if (size <= request->size && (!request->exact || size == request->size))
		return true;
	size_differs(me, request, size, tag);
	return false;
}

/* Copies from row to row: neither end packs a large message. */
static void take_rows(
	struct message_request *request, const struct strided *rows, const unsigned char *bytes)
{
	struct strided sent = strided_piece((unsigned char *)(uintptr_t)bytes, request->size);
	struct strided received = strided_piece(request->bytes, request->size);

	copy_strided(request->rows ? request->rows : &received, rows ? rows : &sent, request->size);
}

static inline void take_bytes(struct message_request *request, const struct slot *slot)
{
	bool small = request->size <= SLOT_INLINE;
	const struct strided *rows = small ? NULL : slot->message.rows;
	const unsigned char *bytes = small ? slot->payload : slot->message.address;

	if (request->rows || rows)
		take_rows(request, rows, bytes);
	else if (small)
		copy_small(request->bytes, slot->payload, request->size);
	else
		copy_bytes(request->bytes, bytes, request->size, false);
}

/* The bytes of a lent message are in another process. */
static enum outcome land(struct node *me, struct message_request *request)
{
	unsigned char *to = request->bytes;
	enum outcome outcome;

	if (request->rows && !request->packed)
		request->packed = malloc(request->size);
	if (request->rows)
		to = request->packed;
	if (!to) {
		team_lacks_memory(me->team, request->peer, me->number);
		return BROKEN;
	}
	outcome = me->team->spread.transport->messages.bring(
		request->channel->ring.wire, to, request->size);
	if (outcome != MOVED) {
		request->state = MESSAGE_LANDS;
		return outcome;
	}
	if (request->rows)
		take_rows(request, NULL, to);
	free(request->packed);
	request->packed = NULL;
	receiver_done(me, request);
	return MOVED;
}

/* Takes the oldest message of the ring, of that tag and size. */
static inline enum outcome take(
	struct node *me, struct message_request *request, const struct slot *slot)
{
	struct ring *ring = &request->channel->ring;

	request->tag = slot_tag(slot);
	request->size = slot_size(slot);
	if (slot->extents && ring->wire)
		return land(me, request);
	if (slot->extents && !slot_take((struct slot *)(uintptr_t)slot))
		return BROKEN;
	take_bytes(request, slot);
	ring_pop(ring);
	if (ring->wire)
		me->team->spread.transport->messages.grant(ring->wire);
	receiver_done(me, request);
	return MOVED;
}

/* ---- Messages that are set aside ---- */

static void aside_add(struct channel *channel, struct aside *aside)
{
	struct aside **link = &channel->aside;

	while (*link)
		link = &(*link)->next;
	*link = aside;
	channel->drawn = NULL;
}

static struct aside *aside_new(struct channel *channel, int peer, const struct slot *slot)
{
	struct aside *new = memory_budget_take(sizeof *new + slot_size(slot));

	if (!new)
		return NULL;
	*new = (struct aside){ .message = { .kind = RECEIVE_MESSAGE,
				       .peer = peer,
				       .bytes = new->bytes,
				       .channel = channel,
				       .number = load_own(&channel->ring.head) } };
	return new;
}

/* Sets the oldest message of the ring aside. A large message of another process lands first. */
static enum outcome draw(struct node *me, struct channel *channel, int peer)
{
	struct slot *slot = ring_front(&channel->ring);
	enum outcome outcome;

	if (!channel->drawn)
		channel->drawn = aside_new(channel, peer, slot);
	if (!channel->drawn) {
		team_lacks_memory(me->team, peer, me->number);
		return BROKEN;
	}
	outcome = take(me, &channel->drawn->message, slot);
	if (outcome != MOVED)
		return outcome;
	aside_add(channel, channel->drawn);
	return MOVED;
}

static struct aside **aside_find(const struct node *me, struct channel *channel,
	const struct message_request *request)
{
	struct aside **link = &channel->aside;

	while (*link && taker(me, channel, (*link)->message.tag) != request)
		link = &(*link)->next;
	return *link ? link : NULL;
}

static enum outcome aside_take(
	struct node *me, struct message_request *request, struct aside **link)
{
	struct aside *aside = *link;

	request->number = aside->message.number;
	if (!size_fits(me, request, aside->message.size, aside->message.tag))
		return BROKEN;
	request->tag = aside->message.tag;
	request->size = aside->message.size;
	take_rows(request, NULL, aside->bytes);
	receiver_done(me, request);
	*link = aside->next;
	free(aside);
	return MOVED;
}

void receivers_empty(struct channel *channel)
{
	struct aside *aside = channel->aside, *next;

	for (; aside; aside = next) {
		next = aside->next;
		free(aside);
	}
	free(channel->drawn);
	channel->aside = channel->drawn = NULL;
	channel->waiting = NULL;
	channel->last = &channel->waiting;
}

void asides_tell(struct node *me, const struct message_request *request)
{
	int first = request->channel ? request->peer : 0, count = 0;
	int end = request->channel ? first + 1 : me->team->net.nodes;

	for (int v = first; v < end && request->kind == RECEIVE_MESSAGE; v++) {
		struct channel *channel = channel_known(me->team->channels, v, me->number);

		for (struct aside *a = channel ? channel->aside : NULL; a; a = a->next)
			if (count++ < OTHER_TAGS)
				store_own(&me->news.other[count - 1], a->message.tag);
	}
	store_own(&me->news.tag, request->tag);
	store_own(&me->news.others, count);
}

/* ---- Steps ---- */

/* Returns true if the oldest message of the ring can be set aside now. */
static bool may_draw(const struct node *me, struct channel *channel)
{
	struct slot *slot = ring_front(&channel->ring);

	if (channel->drawn)
		return share_done(&channel->ring.share);
	return slot && !taker(me, channel, slot_tag(slot));
}

static bool offers(
	const struct node *me, struct channel *channel, const struct message_request *request)
{
	struct slot *slot = channel->drawn ? NULL : ring_front(&channel->ring);

	return (channel->aside && aside_find(me, channel, request)) ||
	       (slot && taker(me, channel, slot_tag(slot)) == request);
}

static inline enum outcome receive_from(struct node *me, struct message_request *request)
{
	struct channel *channel = request->channel;
	struct aside **aside = channel->aside ? aside_find(me, channel, request) : NULL;
	const struct message_request *first;
	struct slot *slot;

	if (aside)
		return aside_take(me, request, aside);
	slot = ring_front(&channel->ring);
	if (!slot)
		return BLOCKED;
	first = channel->drawn ? NULL : taker(me, channel, slot_tag(slot));
	if (!first)
		return draw(me, channel, request->peer);
	if (first != request)
		return BLOCKED;
	request->number = load_own(&channel->ring.head);
	return size_fits(me, request, slot_size(slot), slot_tag(slot)) ? take(me, request, slot)
								       : BROKEN;
}

/* Finds a node with a message for a receiver from any node, or else a node whose oldest message
 * nobody asks for, or returns -1. The search starts after the node of the last message, so that no
 * node is forgotten. */
static int any_find(struct node *me, struct message_request *request)
{
	int nodes = me->team->net.nodes, drawn = -1;

	for (int i = 1; i <= nodes; i++) {
		int from = (me->anyone.from + i) % nodes;
		struct channel *channel = channel_known(me->team->channels, from, me->number);

		if (channel && offers(me, channel, request))
			return from;
		if (channel && drawn < 0 && may_draw(me, channel))
			drawn = from;
	}
	return drawn;
}

static enum outcome receive_from_any(struct node *me, struct message_request *request)
{
	int from = any_find(me, request);
	struct channel *channel =
		from < 0 ? NULL : channel_known(me->team->channels, from, me->number);

	if (!channel)
		return BLOCKED;
	if (!offers(me, channel, request))
		return draw(me, channel, from);
	me->anyone.from = from;
	receiver_leave(me, request);
	request->peer = from;
	request->channel = channel;
	receiver_join(me, request);
	return receive_from(me, request);
}

enum outcome receive_step(struct node *me, struct message_request *request)
{
	if (request->state == MESSAGE_LANDS)
		return land(me, request);
	return request->channel ? receive_from(me, request) : receive_from_any(me, request);
}

bool receive_ready(struct node *me, struct message_request *request)
{
	struct channel *channel = request->channel;

	if (!channel)
		return any_find(me, request) >= 0;
	if (request->state == MESSAGE_LANDS)
		return share_done(&channel->ring.share);
	if (!channel->aside && !ring_front(&channel->ring))
		return false; /* a thread that waits looks at the slot once */
	return offers(me, channel, request) || may_draw(me, channel);
}
