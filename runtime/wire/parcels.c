/* Sends messages outside of plans to other processes as parcels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "runtime/wire/counts.h"
#include "runtime/wire/parcels.h"

struct parcel {
	struct carriage header, body;
	struct piece head, one;
	struct parcel *next;
	struct lane *lane; /* NULL: no message, or a message that has left the ring */
	struct wires *wires;
	int pending; /* messages of the carrier that have not ended */
	bool lent;   /* the body is under way */
	struct parcel_header says;
	unsigned char bytes[];
};

static struct parcel *parcel_new(
	struct wires *wires, const struct parcel_header *says, size_t bytes)
{
	struct parcel *p = malloc(sizeof *p + bytes);

	if (!p) {
		team_fail(wires->team, &(struct abort_state){ ENOMEM, ENOMEM },
			"no memory for a message from node %d to node %d", says->from, says->to);
		return NULL;
	}
	memset(p, 0, sizeof *p);
	p->wires = wires;
	p->says = *says;
	return p;
}

static struct carriage carriage_to(struct parcel *p, enum channel_of_carrier channel, int process,
	int tag, struct piece *piece)
{
	return (struct carriage){ .sends = true,
		.channel = channel,
		.process = process,
		.tag = tag,
		.piece = piece,
		.pieces = 1,
		.kind = PARCEL_OUT,
		.place = -1,
		.owner = p };
}

static void parcel_begin(struct parcel *p, int process, size_t bytes)
{
	struct wires *wires = p->wires;

	p->head = (struct piece){ (unsigned char *)&p->says,
		offsetof(struct parcel, bytes) - offsetof(struct parcel, says) + bytes };
	p->header = carriage_to(p, PARCELS, process, wires->base_of[process], &p->head);
	p->pending = 1 + p->lent;
	wires->parcels++;
	count_sent(wires, process);
	wires_start(wires, &p->header);
	if (!p->lent)
		return;
	p->body = carriage_to(p, BODIES, process, p->says.body, &p->one);
	wires_start(wires, &p->body);
}

/* Gives slots back in order. A parcel with all bytes in the header needs no slot any more. */
static void pop(struct lane *lane)
{
	struct parcel *p;

	while ((p = lane->first) && !p->lent) {
		lane->first = p->next;
		p->lane = NULL;
		store_release(&lane->ring->head, load_own(&lane->ring->head) + 1); /* R2 */
		parker_wake(lane->ring->sender);
		if (!p->pending)
			free(p);
	}
}

void parcel_sent(struct carriage *carriage)
{
	struct parcel *p = carriage->owner;
	struct lane *lane = p->lane;

	if (carriage == &p->body)
		p->lent = false;
	if (!--p->pending)
		p->wires->parcels--;
	if (lane)
		pop(lane);
	else if (!p->pending)
		free(p);
}

static struct slot *next_message(const struct lane *lane)
{
	struct slot *slot = ring_slot(lane->ring, lane->at);

	return turn_holds(load_acquire(&slot->turn), lane->at) ? slot : NULL; /* A1 */
}

/* Tags of bodies begin anew long after the bodies with these tags have arrived. */
static int next_tag(struct wires *wires)
{
	struct wires *hub = wires->hub;

	hub->body_tag = hub->body_tag % (hub->carrier->most_tag - 1) + 1;
	return hub->body_tag;
}

/* A body leaves in one piece: from the sender's memory, or packed behind the header. */
static struct piece body_of(struct parcel *p, const struct slot *slot)
{
	struct strided packed = strided_piece(p->bytes, slot->message.size);

	if (!slot->message.rows)
		return (struct piece){ (unsigned char *)(uintptr_t)slot->message.address,
			slot->message.size };
	copy_strided(&packed, slot->message.rows, slot->message.size);
	return (struct piece){ p->bytes, slot->message.size };
}

static bool message_begin(struct lane *lane, const struct slot *slot)
{
	bool whole = slot->bytes <= SLOT_INLINE, rows = slot->extents && slot->message.rows;
	size_t size = whole ? slot->bytes : slot->message.size, bytes = slot->extents ? 0 : size;
	struct parcel_header says = { lane->from, lane->to, (int32_t)(uint32_t)slot->fingerprint, 0,
		size, slot->extents ? next_tag(lane->wires) : 0 };
	struct parcel *p = parcel_new(lane->wires, &says, rows ? size : bytes);

	if (!p)
		return false;
	p->lane = lane;
	if (bytes)
		memcpy(p->bytes, whole ? slot->payload : slot->message.address, bytes);
	if (slot->extents)
		p->one = body_of(p, slot);
	p->lent = slot->extents;
	if (lane->first)
		lane->last->next = p;
	else
		lane->first = p;
	lane->last = p;
	lane->at++;
	lane->room--;
	parcel_begin(p, lane->process, bytes);
	return true;
}

/* A message that the sender has revoked is not sent, and no later message either: the team has
 * failed. */
static void lane_send(struct lane *lane)
{
	struct slot *slot;

	while (lane->room && (slot = next_message(lane)) != NULL) {
		if (load_acquire(&lane->wires->team->fault) || /* X2 */
			(slot->extents && !slot_take(slot)) || !message_begin(lane, slot))
			return;
		pop(lane);
	}
}

/* Tells the sender's process of room in the ring. */
static void lane_grant(struct lane *lane)
{
	uint32_t room = load_acquire(&lane->ring->head) - lane->told; /* A2 */
	struct parcel_header says = { .from = lane->from, .to = lane->to, .room = room };
	struct parcel *p;

	if (room < lane->ring->capacity / GRANT_PART || lane->wires->base_of[lane->process] < 0)
		return;
	p = parcel_new(lane->wires, &says, 0);
	if (!p)
		return;
	lane->told += room;
	parcel_begin(p, lane->process, 0);
}

void lanes_move(struct wires *wires)
{
	for (struct lane *lane = wires->lanes; lane; lane = lane->next)
		if (lane->outward)
			lane_send(lane);
		else
			lane_grant(lane);
}
