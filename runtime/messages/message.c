/* Carries out requests to send and to receive messages, and waits for their ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <string.h>
#include "base/error.h"
#include "runtime/kernels/copy.h"
#include "runtime/messages/message.h"
#include "runtime/messages/receive.h"
#include "runtime/ring/buffer.h"
#include "runtime/ring/packet.h"
#include "runtime/team/abort.h"
#include "runtime/team/pending.h"
#include "runtime/team/thread_exit.h"
#include "runtime/team/transport.h"

/* A message takes a slot of its channel, as a packet takes a slot of a link (ring.h). A message of
 * up to MESSAGE_EAGER bytes is copied into the slot or the slot's buffer, and the sender goes on. A
 * larger message is lent: the receiver copies the bytes once, from the sender's memory. So is the
 * description of the rows of a larger message.
 *
 *	writers and edges	ring.h: R1 -> A1 and R2 -> A2
 */

static int request_open(
	const struct node *me, struct channels *channels, struct message_request *request)
{
	bool sends = request->kind == SEND_MESSAGE;

	request->state = MESSAGE_WAITS;
	request->channel = NULL;
	if (request->peer == ANY_MESSAGE)
		return 0;
	return channel_find(channels, sends ? me->number : request->peer,
		sends ? request->peer : me->number, &request->channel);
}

static void request_number(struct message_request *request)
{
	if (request->kind == SEND_MESSAGE)
		request->number = request->channel->sends++;
	else if (request->channel)
		receiver_join(request);
}

int messages_post(
	struct node *me, struct channels *channels, struct message_request *requests, int count)
{
	int error = 0;

	for (int i = 0; i < count && !error; i++)
		error = request_open(me, channels, &requests[i]);
	for (int i = 0; i < count && !error; i++)
		request_number(&requests[i]);
	return error;
}

/* ---- Steps ---- */

static void rows_pack(unsigned char *to, const struct message_request *request)
{
	struct strided piece = strided_piece(to, request->size);

	copy_strided(&piece, request->rows, request->size);
}

/* Returns false if memory for a buffer is short. */
static bool slot_fill(struct ring *ring, struct slot *slot, const struct message_request *request)
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
	slot->message.rows = request->rows;
	store_own(&slot->claim, OFFERED);
	slot->extents = 1;
	return true;
}

static enum outcome send_step(struct node *me, struct message_request *request)
{
	struct ring *ring = &request->channel->ring;
	struct slot *slot;

	if (request->state == MESSAGE_LENT) {
		if (!ring_returned(ring, request->number + 1))
			return BLOCKED;
		request->state = MESSAGE_DONE;
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
	return MOVED;
}

enum outcome message_step(
	struct node *me, struct channels *channels, struct message_request *request)
{
	enum outcome outcome;

	if (request->state == MESSAGE_DONE)
		return ENDED;
	outcome = request->kind == SEND_MESSAGE ? send_step(me, request)
						: receive_step(me, channels, request);
	if (outcome == MOVED)
		store_own(&me->news.moves, ++me->moves);
	return outcome;
}

/* ---- Several requests of a node ---- */

struct message_run {
	struct node *me;
	struct channels *channels;
	struct message_request *request;
	int count;
};

static enum outcome run_step(struct message_run *run)
{
	enum outcome all = ENDED;

	for (int i = 0; i < run->count; i++) {
		enum outcome outcome = message_step(run->me, run->channels, &run->request[i]);

		if (outcome == BROKEN)
			return BROKEN;
		if (outcome == MOVED || (outcome == BLOCKED && all == ENDED))
			all = outcome;
	}
	return all == BLOCKED && pending_round(run->me) ? MOVED : all;
}

bool message_ready(struct node *me, struct channels *channels, struct message_request *request)
{
	struct ring *ring;

	if (request->state == MESSAGE_DONE)
		return false;
	if (request->kind == RECEIVE_MESSAGE)
		return receive_ready(me, channels, request);
	ring = &request->channel->ring;
	return request->state == MESSAGE_LENT ? ring_returned(ring, request->number + 1)
					      : ring->tail == request->number && ring_reserve(ring);
}

static bool run_ready(void *context)
{
	struct message_run *run = context;

	for (int i = 0; i < run->count; i++)
		if (message_ready(run->me, run->channels, &run->request[i]))
			return true;
	return pending_can_move(run->me);
}

void message_recall(struct node *me, struct message_request *request)
{
	struct ring *ring = request->channel ? &request->channel->ring : NULL;
	bool used = request->state == MESSAGE_LANDS;

	if (request->kind == RECEIVE_MESSAGE && request->state != MESSAGE_DONE)
		receiver_leave(request);
	if (request->state == MESSAGE_LENT)
		used = !slot_revoke(ring_slot(ring, request->number));
	if (used && request->channel->lane && !team_forked(me->team))
		me->team->transport->withdraw(request->channel->lane);
	else
		while (used && !ring_returned(ring, request->number + 1) && !team_forked(me->team))
			sched_yield(); /* the receiver is copying */
	request->state = MESSAGE_DONE;
}

/* Takes back all memory that is lent. The team must have failed. */
static void run_recall(struct message_run *run)
{
	for (int i = 0; i < run->count; i++)
		message_recall(run->me, &run->request[i]);
}

static void run_leave(void *context)
{
	struct message_run *run = context;

	worker_leave(run->me->worker);
	run_recall(run);
}

void message_tell(struct node *me, struct channels *channels, const struct message_request *request)
{
	asides_tell(me, channels, request);
	store_own(&me->news.listener, request->kind == RECEIVE_MESSAGE);
	store_own(&me->news.partner, request->peer == ANY_MESSAGE
					     ? ANY_PARTNER
					     : FIRST_PARTNER + (uint32_t)request->peer);
}

void message_hush(struct node *me)
{
	store_own(&me->news.partner, NO_PARTNER);
}

static bool run_hopeless(void *context)
{
	struct message_run *run = context;

	for (int i = 0; i < run->count; i++)
		if (message_hopeless(run->me, run->channels, &run->request[i])) {
			message_tell(run->me, run->channels, &run->request[i]);
			return true;
		}
	return false;
}

/* The first request that is not done says what the node waits for. */
static int run_wait(struct message_run *run)
{
	const struct message_request *first = run->request;
	int error;

	while (first->state == MESSAGE_DONE)
		first++;
	message_tell(run->me, run->channels, first);
	run->me->hope = run;
	run->me->hopeless = run_hopeless;
	error = node_wait(run->me, run_ready, run);
	run->me->hopeless = NULL;
	message_hush(run->me);
	return error;
}

static enum outcome run_to_end(struct message_run *run)
{
	enum outcome outcome = run_step(run);

	while (outcome == MOVED || outcome == BLOCKED) {
		if (outcome == BLOCKED && run_wait(run))
			return BROKEN;
		outcome = run_step(run);
	}
	return outcome;
}

/* Returns true if the transport has something to do at once. A message that was sent leaves, and so do
 * packets of the node's other requests. After a part of the ring's messages has been received, the
 * sender hears of the room. */
static bool run_carries(const struct message_run *run)
{
	if (run->me->pending->first)
		return true;
	for (int i = 0; i < run->count; i++) {
		const struct message_request *r = &run->request[i];

		if (!r->channel || !r->channel->lane)
			continue;
		if (r->kind == SEND_MESSAGE ||
			!((r->number + 1) % (r->channel->ring.capacity / GRANT_PART)))
			return true;
	}
	return false;
}

int messages_run(
	struct node *me, struct channels *channels, struct message_request *requests, int count)
{
	struct message_run run = { me, channels, requests, count };
	enum outcome outcome;
	int error;

	if (!team_sound(me->team))
		return team_refuse(me->team);
	if (me->pending->first)
		pending_hold(me->pending);
	error = messages_post(me, channels, requests, count);
	if (error) {
		pending_release(me->pending);
		return error;
	}
	pthread_cleanup_push(run_leave, &run);
	outcome = run_to_end(&run);
	pthread_cleanup_pop(0);
	pending_release(me->pending);
	if (me->team->transport && run_carries(&run))
		me->team->transport->carry(me->team);
	if (outcome == ENDED)
		return 0;
	run_recall(&run);
	pending_break(me);
	return team_refuse(me->team);
}
