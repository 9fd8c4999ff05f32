/* Sends and receives messages, and waits for them to end. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/messages/message.h"
#include "runtime/messages/receive.h"
#include "runtime/ring/buffer.h"
#include "runtime/ring/packet.h"
#include "runtime/node/abort.h"
#include "runtime/drive/gone.h"
#include "runtime/drive/pending.h"
#include "runtime/drive/wait.h"
#include "runtime/node/transport.h"

/* A message takes a slot of its channel, as a packet takes a slot of a link (ring.h). A message of
 * up to MESSAGE_EAGER bytes (FAR_EAGER to another process) is copied into the slot or the slot's
 * buffer, and the sender goes on. A larger message is lent: the receiver copies the bytes once,
 * from the sender's memory. So is the description of the rows of a larger message. To another
 * process the rows of a larger message are packed.
 *
 *	writers and edges	ring.h: R1 -> A1, R2 -> A2, R3 -> A3
 */

static int request_open(const struct node *me, struct message_request *request)
{
	bool sends = request->kind == SEND_MESSAGE;

	request->state = MESSAGE_WAITS;
	request->channel = NULL;
	request->packed = NULL;
	if (request->peer == ANY_MESSAGE)
		return 0;
	return channel_find(me->team->channels, sends ? me->number : request->peer,
		sends ? request->peer : me->number, &request->channel);
}

static void request_number(struct node *me, struct message_request *request)
{
	if (request->kind == SEND_MESSAGE)
		request->number = request->channel->sends++;
	else
		receiver_join(me, request);
}

/* Each request gets its place in the order of its channel. The node's thread has the turn
 * (pending.h). Returns 0, or -ENOMEM with why; then no request was made. */
static int messages_post(struct node *me, struct message_request *requests, int count)
{
	int error = 0;

	for (int i = 0; i < count && !error; i++)
		error = request_open(me, &requests[i]);
	for (int i = 0; i < count && !error; i++)
		request_number(me, &requests[i]);
	return error;
}

/* ---- Steps ---- */

static void rows_pack(unsigned char *to, const struct message_request *request)
{
	struct strided piece = strided_piece(to, request->size);

	copy_strided(&piece, request->rows, request->size);
}

/* Returns false if memory for a buffer is short. */
static bool slot_fill(struct ring *ring, struct slot *slot, struct message_request *request)
{
	unsigned char *buffer;

	slot->fingerprint = (uint64_t)(uint32_t)request->tag;
	slot->extents = 0;
	slot->bytes = request->size <= UINT32_MAX ? (uint32_t)request->size : UINT32_MAX;
	if (request->size <= SLOT_INLINE) {
		if (request->rows)
			rows_pack(slot->payload, request);
		else
			copy_small(slot->payload, request->bytes, request->size);
		return true;
	}
	slot->message.size = request->size;
	slot->message.address = request->bytes;
	slot->message.rows = NULL;
	if (request->size <= ring->eager_bytes) {
		buffer = ring_buffer(ring);
		if (!buffer)
			return false;
		if (request->rows)
			rows_pack(buffer, request);
		else
			memcpy(buffer, request->bytes, request->size);
		slot->message.address = buffer;
		return true;
	}
	if (ring->wire && request->rows) {
		request->packed = malloc(request->size);
		if (!request->packed)
			return false;
		rows_pack(request->packed, request);
		slot->message.address = request->packed;
	} else {
		slot->message.rows = request->rows;
	}
	store_own(&slot->claim, OFFERED);
	slot->extents = 1;
	return true;
}

static bool send_returned(const struct message_request *request)
{
	return ring_returned(&request->channel->ring, request->number + 1);
}

static void request_done(struct message_request *request)
{
	free(request->packed);
	request->packed = NULL;
	request->state = MESSAGE_DONE;
}

static enum outcome send_step(struct node *me, struct message_request *request)
{
	struct ring *ring = &request->channel->ring;
	struct slot *slot;

	if (request->state == MESSAGE_LENT) {
		if (!send_returned(request))
			return BLOCKED;
		request_done(request);
		return MOVED;
	}
	slot = ring->tail == request->number ? ring_reserve(ring) : NULL;
	if (!slot)
		return BLOCKED;
	if (!slot_fill(ring, slot, request)) {
		team_lacks_memory(me->team, me->number, request->peer);
		return BROKEN;
	}
	request->state = slot->extents ? MESSAGE_LENT : MESSAGE_DONE;
	ring_push(ring);
	if (ring->wire)
		me->team->spread.transport->messages.push(ring->wire);
	return MOVED;
}

/* Returns MOVED, BLOCKED, ENDED if the request was done before, or BROKEN: the team has failed. */
static inline enum outcome message_step(struct node *me, struct message_request *request)
{
	enum outcome outcome;

	if (request->state == MESSAGE_DONE)
		return ENDED;
	outcome =
		request->kind == SEND_MESSAGE ? send_step(me, request) : receive_step(me, request);
	if (outcome == MOVED)
		store_own(&me->news.moves, ++me->moves);
	return outcome;
}

/* Returns true if a step would get on. */
static bool message_ready(struct node *me, struct message_request *request)
{
	struct ring *ring;

	if (request->state == MESSAGE_DONE)
		return false;
	if (request->kind == RECEIVE_MESSAGE)
		return receive_ready(me, request);
	ring = &request->channel->ring;
	return request->state == MESSAGE_LENT ? send_returned(request)
					      : ring->tail == request->number && ring_reserve(ring);
}

static bool others_gone(const struct node *me)
{
	for (int v = 0; v < me->team->net.nodes; v++)
		if (v != me->number && !node_gone(&me->team->node[v]))
			return false;
	return true;
}

/* Returns true if a message to the node stands in a ring. Another receiver may have to take that
 * message first. */
static bool messages_stand(const struct node *me)
{
	for (int v = 0; v < me->team->net.nodes; v++) {
		struct channel *channel = channel_known(me->team->channels, v, me->number);

		if (channel && ring_front(&channel->ring))
			return true;
	}
	return false;
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

/* Returns true if the request never ends, because nodes have gone. The event is looked at after
 * `gone` (departure.h). */
static bool message_hopeless(struct node *me, struct message_request *request)
{
	if (request->state == MESSAGE_DONE || request->state == MESSAGE_LANDS)
		return false;
	if (!request->channel)
		return others_gone(me) && !messages_stand(me) && !message_ready(me, request);
	return node_gone(&me->team->node[request->peer]) && request_first(request) &&
	       !message_ready(me, request);
}

static void message_recall(struct node *me, struct message_request *request)
{
	struct channel *channel = request->channel;
	struct ring *ring = channel ? &channel->ring : NULL;
	bool lent = request->state == MESSAGE_LENT, used = request->state == MESSAGE_LANDS;

	if (request->kind == RECEIVE_MESSAGE && request->state != MESSAGE_DONE)
		receiver_leave(me, request);
	if (lent)
		used = !slot_revoke(ring_slot(ring, request->number));
	if (used && ring->wire && !team_forked(me->team))
		me->team->spread.transport->messages.withdraw(ring->wire);
	else
		while (used && !ring_returned(ring, request->number + 1) && !team_forked(me->team))
			sched_yield(); /* the receiver is copying */
	request_done(request);
}

/* ---- Messages as an activity ---- */

/* Messages have their numbers already (channel.h), so those of different activities pass each other
 * on different channels, and keep their order on each channel. */

static struct pending_message *messages_of(const void *pending)
{
	return (struct pending_message *)(uintptr_t)pending;
}

static enum outcome messages_step(struct pending *pending)
{
	struct pending_message *m = messages_of(pending);
	enum outcome all = ENDED;

	for (int i = 0; i < m->count; i++) {
		struct message_request *request = &m->request[i];
		enum outcome outcome = message_step(pending->node, request);

		if (outcome == BROKEN)
			return BROKEN;
		if (request->state != MESSAGE_DONE && (all == ENDED || outcome == MOVED))
			all = outcome;
	}
	return all;
}

static bool messages_ready(void *pending)
{
	struct pending_message *m = messages_of(pending);

	for (int i = 0; i < m->count; i++)
		if (message_ready(m->base.node, &m->request[i]))
			return true;
	return false;
}

/* Takes back all memory that is lent. The team must have failed. */
static void messages_recall(struct pending *pending)
{
	struct pending_message *m = messages_of(pending);

	for (int i = 0; i < m->count; i++)
		message_recall(pending->node, &m->request[i]);
}

static struct message_request *first_hopeless(const struct pending_message *m)
{
	for (int i = 0; i < m->count; i++)
		if (message_hopeless(m->base.node, &m->request[i]))
			return &m->request[i];
	return NULL;
}

static bool shares_channel(const struct pending_message *m, const struct message_request *other)
{
	for (int i = 0; i < m->count; i++)
		if (m->request[i].channel == other->channel && m->request[i].kind == other->kind)
			return true;
	return false;
}

/* A message also waits for earlier messages of its channel, which may be other activities. */
static bool messages_hopeless(struct pending *pending)
{
	const struct pending_message *m = messages_of(pending);

	if (first_hopeless(m))
		return true;
	for (struct pending *p = pending->node->drive->first; p; p = p->next) {
		const struct message_request *other = NULL;

		if (p != pending && p->kind == pending->kind && p->node == pending->node)
			other = first_hopeless(messages_of(p));
		if (other && other->channel && shares_channel(m, other))
			return true;
	}
	return false;
}

/* The first request that is not done, or else one that cannot end, says what the node waits for. */
static void messages_tell(struct pending *pending, bool waits)
{
	const struct pending_message *m = messages_of(pending);
	struct node *me = pending->node;
	const struct message_request *told = first_hopeless(m);

	if (!waits) {
		store_own(&me->news.partner, NO_PARTNER);
		return;
	}
	for (int i = 0; !told && i < m->count; i++)
		if (m->request[i].state != MESSAGE_DONE)
			told = &m->request[i];
	asides_tell(me, told);
	store_own(&me->news.listener, told->kind == RECEIVE_MESSAGE);
	store_own(&me->news.partner,
		told->peer == ANY_MESSAGE ? ANY_PARTNER : FIRST_PARTNER + (uint32_t)told->peer);
}

static const struct pending_kind MESSAGES = { messages_step, messages_ready, messages_recall,
	messages_hopeless, messages_tell };

int pending_message_start(struct pending_message *me, struct node *node)
{
	int error;

	me->base.own = false;
	me->request = &me->message;
	me->count = 1;
	drive_hold(node->drive);
	error = messages_post(node, &me->message, 1);
	if (error)
		drive_release(node->drive);
	else
		pending_start(&me->base, &MESSAGES, node);
	return error;
}

/* ---- Messages that the node waits for ---- */

/* Steps as far as it goes. */
static inline enum outcome messages_go(struct pending_message *m)
{
	enum outcome outcome;

	do
		outcome = messages_step(&m->base);
	while (outcome == MOVED);
	return outcome;
}

/* Most messages of another process are done as soon as they have come. */
static __attribute__((noinline)) enum outcome messages_fetch(struct pending_message *m)
{
	const struct drive *d = m->base.node->drive;
	struct team *top = team_top(m->base.node->team);
	uint32_t pumps = d->first || d->crew ? 0 : first_pumps(top);
	enum outcome outcome = BLOCKED;

	for (; outcome == BLOCKED && pumps; pumps--) {
		top->spread.transport->pump(top, true);
		outcome = messages_go(m);
	}
	return outcome;
}

/* Most messages are done after their first step. */
static inline enum outcome messages_to_end(struct pending_message *m)
{
	enum outcome outcome = messages_go(m);

	if (outcome == BLOCKED && team_top(m->base.node->team)->spread.transport)
		outcome = messages_fetch(m);
	return outcome == BLOCKED ? pending_await(&m->base, true) : outcome;
}

int messages_run(struct node *me, struct message_request *requests, int count)
{
	struct drive *d = me->drive;
	struct pending_message run;
	enum outcome outcome;
	int error;

	if (!team_sound(me->team))
		return team_refuse(me->team);
	if (d->first)
		drive_hold(d);
	error = messages_post(me, requests, count);
	if (error) {
		drive_release(d);
		return error;
	}
	run.base.kind = &MESSAGES;
	run.base.node = me;
	run.base.stalled = false;
	run.base.own = false;
	run.request = requests;
	run.count = count;
	outcome = messages_to_end(&run);
	drive_release(d);
	if (me->team->spread.transport && d->first)
		me->team->spread.transport->flush(me); /* packets of the node's other requests */
	if (outcome == ENDED)
		return 0;
	messages_recall(&run.base);
	pending_break(me);
	return team_refuse(me->team);
}
