/* Receives messages outside of plans from other processes, each message in the lane of the two
 * nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/ring/buffer.h"
#include "runtime/wire/counts.h"
#include "runtime/wire/parcels.h"

/* ---- Lanes ---- */

int lanes_talk(struct team *team, const struct talk *talk)
{
	struct wires *wires = team->wires;
	size_t most = sizeof(struct parcel_header) +
		      (talk->eager > SLOT_INLINE ? talk->eager : (size_t)SLOT_INLINE);

	wires->talk = *talk;
	wires->parcel_bytes = malloc(most);
	if (!wires->parcel_bytes)
		return why(ENOMEM, "no memory for messages between processes");
	wires->parcel_piece = (struct piece){ wires->parcel_bytes, most };
	wires->parcel = (struct carriage){ .kept = true,
		.channel = PARCELS,
		.process = ANY_PROCESS,
		.tag = wires->base_of[wires->carrier->process],
		.piece = &wires->parcel_piece,
		.pieces = 1,
		.kind = PARCEL_IN,
		.place = -1,
		.owner = wires };
	wires_lock(wires);
	wires_start(wires, &wires->parcel);
	wires_unlock(wires);
	return wires->broken ? team_refuse(team) : 0;
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
	lane->outward = node_is_here(&team->node[from]);
	lane->process = team->process_of[lane->outward ? to : from];
	lane->room = ring->capacity;
	lane->at = lane->told = ring->tail;
	lane->next = wires->lanes;
	wires->lanes = lane;
	return lane;
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
	struct ring *ring, struct slot *slot, const struct parcel_header *says)
{
	if (says->body)
		return (unsigned char *)(uintptr_t)says->body;
	return says->bytes <= SLOT_INLINE ? slot->payload : ring_buffer(ring);
}

/* The ring has room: the sender counts. */
static void push(struct lane *lane, const struct parcel_header *says, const unsigned char *bytes)
{
	struct ring *ring = lane->ring;
	struct slot *slot = ring_reserve(ring);
	unsigned char *place = place_of(ring, slot, says);

	if (!place) {
		team_lacks_memory(lane->wires->team, says->from, says->to);
		return;
	}
	slot->fingerprint = (uint64_t)(uint32_t)says->tag;
	slot->bytes = says->bytes <= UINT32_MAX ? (uint32_t)says->bytes : UINT32_MAX;
	slot->extents = says->body != 0;
	if (says->bytes > SLOT_INLINE) {
		slot->message.size = says->bytes;
		slot->message.address = place;
		slot->message.rows = NULL;
	}
	if (says->body)
		store_own(&slot->claim, OFFERED);
	else
		memcpy(place, bytes, says->bytes);
	ring_push(ring);
}

static void parcel_take(struct wires *wires, const struct parcel_header *says)
{
	struct lane *lane = wires->talk.lane(wires->talk.channels, says->from, says->to);
	struct carriage body;

	if (!lane) {
		team_lacks_memory(wires->team, says->from, says->to);
		return;
	}
	count_received(wires, lane->process);
	if (says->room) {
		lane->room += says->room;
	} else if (!wires->trashing) {
		push(lane, says, (const unsigned char *)(says + 1));
	} else if (says->body) {
		body = body_from(lane, says->body);
		trash_begin(wires, &body, says->bytes);
	}
}

void parcel_came(struct wires *wires)
{
	parcel_take(wires, (const struct parcel_header *)wires->parcel_bytes);
	wires_start(wires, &wires->parcel);
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
		if (!lane->outward)
			lane_discard(lane);
}

static bool uses_memory(const struct lane *lane)
{
	const struct parcel *p = lane->first;

	return !lane->wires->broken && (lane->landing || p);
}

void lane_withdraw(struct lane *lane)
{
	struct wires *wires = lane->wires;
	bool used = true;

	for (unsigned looks = 0; used; looks++) {
		wires_lock(wires);
		wires_move(wires, looks > 0);
		used = uses_memory(lane);
		wires_unlock(wires);
		if (used)
			wires_pause(wires, looks);
	}
	drop_packed(lane);
}

/* The rings are empty, as the rings of the other processes are. */
void lanes_reset(struct wires *wires)
{
	for (struct lane *lane = wires->lanes; lane; lane = lane->next) {
		lane->room = lane->ring->capacity;
		lane->at = lane->told = lane->ring->tail;
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
	free(wires->parcel_bytes);
}
