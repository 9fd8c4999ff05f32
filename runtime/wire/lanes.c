/* Sends and receives messages outside of plans between processes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/ring/buffer.h"
#include "runtime/wire/lanes.h"
#include "runtime/wire/parcels.h"

/* ---- Lanes ---- */

int lanes_talk(struct team *team, const struct talk *talk)
{
	team->wires->talk = *talk;
	return 0;
}

void lanes_hold(struct team *team)
{
	wires_lock(team->wires);
}

void lanes_release(struct team *team)
{
	wires_unlock(team->wires);
}

/* Both rings of a channel have equally many slots. */
struct lane *lane_join(struct team *team, struct ring *ring, int from, int to)
{
	struct wires *wires = team->wires;
	struct lane *lane = calloc(1, sizeof *lane);

	if (!lane)
		return NULL;
	lane->wires = wires;
	lane->ring = ring;
	lane->from = from;
	lane->to = to;
	lane->process = team->process_of[node_is_here(&team->node[from]) ? to : from];
	lane->told = ring->tail;
	lane->next = wires->lanes;
	wires->lanes = lane;
	return lane;
}

/* Returns the lane of a parcel; NULL: memory is short, and the team has failed. */
static struct lane *lane_of(struct wires *wires, const struct message_parcel *parcel)
{
	struct lane *lane = wires->talk.lane(wires->talk.channels, parcel->from, parcel->to);

	if (!lane)
		team_lacks_memory(wires->team, parcel->from, parcel->to);
	return lane;
}

/* ---- Sending ---- */

/* A large message on its way. */
struct lent_message {
	struct lent lent; /* first: the address is also the address of this struct */
	struct carriage carriage;
	struct piece piece;
	struct lane *lane;
	unsigned char packed[];
};

void lent_sent(struct carriage *carriage)
{
	struct lent_message *lent = carriage->owner;

	lent->lane->wires->lent--;
	store_release(&lent->lent.over, 1); /* B1 */
	parker_wake(lent->lane->ring->sender);
}

/* Tags of bodies are used again long after the bodies with these tags have arrived. */
static int next_tag(struct wires *hub)
{
	hub->body_tag = hub->body_tag % (hub->carrier->most_tag - 1) + 1;
	return hub->body_tag;
}

static void rows_pack(unsigned char *to, const struct outbound *message)
{
	struct strided packed = strided_piece(to, message->bytes);

	copy_strided(&packed, message->rows, message->bytes);
}

/* A body leaves in one piece: from the sender's memory, or packed. */
static struct lent_message *lent_new(struct lane *lane, const struct outbound *message)
{
	struct lent_message *lent = malloc(sizeof *lent + (message->rows ? message->bytes : 0));

	if (!lent)
		return NULL;
	lent->lane = lane;
	lent->piece = (struct piece){ message->first, message->bytes };
	store_own(&lent->lent.over, 0);
	if (message->rows) {
		rows_pack(lent->packed, message);
		lent->piece.address = lent->packed;
	}
	return lent;
}

static void lent_send(struct lane *lane, struct lent_message *lent, int tag)
{
	lent->carriage = (struct carriage){ .sends = true,
		.channel = BODIES,
		.process = lane->process,
		.tag = tag,
		.piece = &lent->piece,
		.pieces = 1,
		.kind = LENT_OUT,
		.place = -1,
		.owner = lent };
	lane->wires->lent++;
	wires_start(lane->wires, &lent->carriage);
}

/* Fills in and sends the parcel of a message. */
static bool parcel_begin(
	struct lane *lane, const struct outbound *message, struct lent_message *lent)
{
	struct wires *wires = lane->wires;
	size_t bytes = lent ? 0 : message->bytes;
	struct message_parcel *parcel = parcel_new(wires, MESSAGE, sizeof *parcel + bytes);
	int body = lent ? next_tag(wires->hub) : 0;

	if (!parcel)
		return false;
	parcel->from = lane->from;
	parcel->to = lane->to;
	parcel->tag = message->tag;
	parcel->bytes = message->bytes;
	parcel->body = body;
	if (lent) {
		parcel_send(wires, parcel, lane->process, sizeof *parcel);
		lent_send(lane, lent, body);
		return true;
	}
	if (message->rows)
		rows_pack((unsigned char *)(parcel + 1), message);
	else if (bytes)
		memcpy(parcel + 1, message->first, bytes);
	parcel_send_message(wires, parcel, lane->process);
	return true;
}

enum outcome lane_send(struct lane *lane, const struct outbound *message, struct lent **lent)
{
	struct ring *ring = lane->ring;
	bool lends = message->bytes > ring->eager_bytes, sent;
	struct lent_message *new = NULL;

	if (!ring_reserve(ring))
		return BLOCKED;
	if (lends)
		new = lent_new(lane, message);
	wires_lock(lane->wires);
	sent = (new || !lends) && parcel_begin(lane, message, new);
	wires_unlock(lane->wires);
	if (sent) {
		ring->tail++;
		*lent = new ? &new->lent : NULL;
		return MOVED;
	}
	free(new);
	team_lacks_memory(lane->wires->team, lane->from, lane->to);
	return BROKEN;
}

void room_came(struct wires *wires, const struct parcel *parcel)
{
	const struct message_parcel *room = (const struct message_parcel *)parcel;
	struct lane *lane = lane_of(wires, room);
	struct ring *ring = lane ? lane->ring : NULL;

	if (!lane || wires->trashing)
		return;
	store_release(&ring->head, load_own(&ring->head) + (uint32_t)room->tag); /* R2 */
	parker_wake(ring->sender);
}

/* ---- Receiving ---- */

static struct carriage body_from(struct lane *lane, int tag)
{
	return (struct carriage){ .channel = BODIES,
		.process = lane->process,
		.tag = tag,
		.piece = &lane->piece,
		.pieces = 1,
		.kind = LANE_IN,
		.place = -1,
		.owner = lane };
}

/* Returns where the bytes of a message lie until the message is received, or NULL without memory. A
 * lent message has no address here, but the tag of the body. */
static unsigned char *place_of(
	struct ring *ring, struct slot *slot, const struct message_parcel *parcel)
{
	if (parcel->body)
		return (unsigned char *)(uintptr_t)parcel->body;
	return parcel->bytes <= SLOT_INLINE ? slot->payload : ring_buffer(ring);
}

/* The ring has room: the sender counts. */
static void push(struct lane *lane, const struct message_parcel *parcel)
{
	struct ring *ring = lane->ring;
	struct slot *slot = ring_reserve(ring);
	unsigned char *place = place_of(ring, slot, parcel);

	if (!place) {
		team_lacks_memory(lane->wires->team, lane->from, lane->to);
		return;
	}
	slot->fingerprint = (uint64_t)(uint32_t)parcel->tag;
	slot->bytes = parcel->bytes <= UINT32_MAX ? (uint32_t)parcel->bytes : UINT32_MAX;
	slot->extents = parcel->body != 0;
	if (parcel->bytes > SLOT_INLINE) {
		slot->message.size = parcel->bytes;
		slot->message.address = place;
		slot->message.rows = NULL;
	}
	if (parcel->body)
		store_own(&slot->claim, OFFERED);
	else
		memcpy(place, parcel + 1, parcel->bytes);
	ring_push(ring);
}

void message_came(struct wires *wires, const struct parcel *parcel)
{
	const struct message_parcel *message = (const struct message_parcel *)parcel;
	struct lane *lane = lane_of(wires, message);
	struct carriage body;

	if (!lane)
		return;
	if (!wires->trashing) {
		push(lane, message);
	} else if (message->body) {
		body = body_from(lane, message->body);
		trash_begin(wires, &body, message->bytes);
	}
}

/* Tells the sender's process of room in the ring. */
void lane_grant(struct lane *lane)
{
	uint32_t head = load_own(&lane->ring->head), room = head - lane->told;
	struct message_parcel *parcel;

	if (room < lane->ring->capacity / GRANT_PART)
		return;
	wires_lock(lane->wires);
	parcel = parcel_new(lane->wires, ROOM, sizeof *parcel);
	if (parcel) {
		lane->told = head;
		parcel->from = lane->from;
		parcel->to = lane->to;
		parcel->tag = (int32_t)room;
		parcel_send(lane->wires, parcel, lane->process, sizeof *parcel);
	}
	wires_unlock(lane->wires);
}

/* ---- Large messages ---- */

static int tag_of(const struct slot *slot)
{
	return (int)(uintptr_t)slot->message.address;
}

static void drop_packed(struct lane *lane)
{
	free(lane->packed);
	lane->packed = NULL;
}

/* A body arrives in one piece. */
static unsigned char *landing_place(struct lane *lane, const struct strided *to, size_t bytes)
{
	if (to->rows == 1 && to->row >= bytes)
		return to->first;
	lane->packed = malloc(bytes);
	if (!lane->packed)
		team_fail(lane->wires->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"no memory for a message from node %d to node %d", lane->from, lane->to);
	return lane->packed;
}

static bool landing_begin(struct lane *lane, const struct strided *to, size_t bytes)
{
	struct wires *wires = lane->wires;
	struct slot *slot = ring_front(lane->ring);
	unsigned char *place = landing_place(lane, to, bytes);
	bool taken;

	if (!place)
		return false;
	wires_lock(wires);
	taken = !wires->broken && slot_take(slot);
	if (taken) {
		lane->piece = (struct piece){ place, bytes };
		lane->body = body_from(lane, tag_of(slot));
		lane->landing = true;
		share_open(&lane->ring->share, 1, 1, INWARD);
		wires_start(wires, &lane->body);
		wires_move(wires, false);
	}
	wires_unlock(wires);
	if (!taken)
		drop_packed(lane);
	return taken;
}

void lane_came(struct lane *lane)
{
	lane->landing = false;
	store_release(&lane->ring->share.helped, 1); /* H3 */
	parker_wake(lane->ring->receiver);
}

enum outcome lane_bring(struct lane *lane, const struct strided *to, size_t bytes)
{
	struct ring *ring = lane->ring;
	struct strided packed;

	if (!ring->share.open && !landing_begin(lane, to, bytes))
		return BROKEN;
	if (!share_done(&ring->share))
		return BLOCKED;
	ring->share.open = false;
	if (lane->packed) {
		packed = strided_piece(lane->packed, bytes);
		copy_strided(to, &packed, bytes);
		drop_packed(lane);
	}
	ring_pop(ring);
	lane_grant(lane);
	return MOVED;
}

/* ---- After a failure ---- */

/* Bodies that no node will ask for are received, so that the senders can go on. */
static void lane_discard(struct lane *lane)
{
	struct ring *ring = lane->ring;
	struct carriage body;

	for (uint32_t at = load_acquire(&ring->head); at != ring->tail; at++) { /* A2 */
		struct slot *slot = ring_slot(ring, at);

		if (!slot->extents || !slot_revoke(slot))
			continue;
		body = body_from(lane, tag_of(slot));
		trash_begin(lane->wires, &body, slot->message.size);
	}
}

void lanes_discard(struct wires *wires)
{
	for (struct lane *lane = wires->lanes; lane; lane = lane->next)
		if (!node_is_here(&wires->team->node[lane->from]))
			lane_discard(lane);
}

static bool has_landed(void *lane)
{
	return !((const struct lane *)lane)->landing;
}

static bool is_over(void *lent)
{
	return load_acquire(&((const struct lent *)lent)->over);
}

void lane_withdraw(struct lane *lane, struct lent *lent)
{
	if (!lent)
		wires_until(lane->wires, has_landed, lane);
	else if (!is_over(lent))
		wires_until(lane->wires, is_over, lent);
	if (lent && is_over(lent))
		free(lent);
	if (!lent)
		drop_packed(lane);
}

/* The rings are empty, as the rings of the other processes are. */
void lanes_reset(struct wires *wires)
{
	for (struct lane *lane = wires->lanes; lane; lane = lane->next) {
		lane->told = lane->ring->tail;
		lane->landing = false;
	}
}

void lanes_free(struct wires *wires)
{
	struct lane *next;

	for (struct lane *lane = wires->lanes; lane; lane = next) {
		next = lane->next;
		free(lane);
	}
}
