/* One sender and one receiver on one ring, which wait, lend and give up as a scenario says. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/ring/ring.h"
#include "tests/explorer/scenarios.h"

enum {
	EXTENTS = 2,
	BUFFERS = 4,
	CELL = 4 /* bytes: the explorer sees accesses to plain memory by cells */
};

static const struct scenario *now;
static struct ring ring;
static struct slot slots[4];
static struct parker sender, receiver;
static uint32_t buffers[BUFFERS][EXTENTS]; /* what is lent; packet k in the k-th, in turn */
static uint32_t landed[EXTENTS];	   /* where its parts come to */
static uint32_t *place;			   /* that, as the receiver says it */
static uint32_t start;			   /* the position of packet 0 */
static uint32_t wanted;			   /* the sender waits for the return of those before */

static bool has(enum flag flag)
{
	return now->flags & flag;
}

/* Fewer buffers than slots: a buffer comes back by ring_returned, not by ring_reserve. */
static unsigned buffer_count(void)
{
	return now->capacity > 1 ? now->capacity - 1 : 1;
}

void stream_prepare(const struct scenario *scenario)
{
	now = scenario;
	start = has(WRAPS) ? UINT32_MAX : 0;
	memset(slots, 0, sizeof slots);
	place = NULL;
	ring = (struct ring){ .tail = start,
		.tail_slot = start,
		.head_seen = start,
		.head_slot_seen = start,
		.head = start,
		.head_slot = start,
		.taken = start,
		.taken_slot = start,
		.slots = slots,
		.capacity = now->capacity,
		.sender = &sender,
		.receiver = &receiver };
	ring.tail_place = ring.taken_place = ring_place(&ring, start);
	for (uint32_t i = start; i != start + now->capacity; i++)
		ring_slot(&ring, i)->turn = 2 * (i + 1 - now->capacity);
	sender.word = receiver.word = AWAKE;
}

static void *look_for_packet(void)
{
	return ring_front(&ring);
}

static void *look_for_room(void)
{
	return ring_reserve(&ring);
}

static void *look_for_return(void)
{
	return ring_returned(&ring, wanted) ? &ring : NULL;
}

static void *park(void *(*look)(void), struct parker *parker)
{
	void *found;

	parker_announce(parker);
	found = has(NO_SECOND_LOOK) ? NULL : look(); /* P3 */
	if (found)
		parker_leave(parker);
	else
		parker_sleep(parker, -1);
	return found;
}

/* The receiver parks without a first look: what it would see there, it sees as well in the second,
 * and there are far fewer executions. The sender does look, or it would park for every packet. */
static void *await(void *(*look)(void), bool parks, struct parker *parker)
{
	const bool second = parks && !has(NO_SECOND_LOOK);
	void *found = second && parker == &receiver ? NULL : look();

	while (!found) {
		if (!parks)
			spin();
		else
			found = park(look, parker);
		if (!second)
			found = look();
	}
	return found;
}

static bool claim_part(void)
{
	uint32_t left;

	if (!has(SPLIT_SHARE))
		return share_claim(&ring.share, 1);
	left = load_acquire(&ring.share.left);
	store_own(&ring.share.left, left - 1);
	return (int32_t)left > 0;
}

static void land_part(uint32_t part)
{
	struct slot *slot = &slots[0];
	const uint32_t *extents = (const void *)GET(slot->address);
	uint32_t *to = GET(place);

	PUT(to[part], GET(extents[part]));
}

/* The part that the sender has claimed. */
static uint32_t helped_part(void)
{
	if (has(SAME_PART))
		return 0;
	return has(OTHER_ORDER) ? EXTENTS - 1 : share_part(&ring.share, 0);
}

/* The sender, instead of waiting. Whatever it has landed, it looks for the return again. */
static void *help(void)
{
	if ((int32_t)load_own(&ring.share.left) <= 0)
		return look_for_return();
	while (claim_part()) {
		land_part(helped_part());
		share_landed(&ring.share, 1, &receiver);
	}
	return look_for_return();
}

static void await_return(uint32_t position)
{
	wanted = position;
	await(has(SHARED) ? help : look_for_return, has(SENDER_PARKS), &sender);
}

/* Of three packets that share a slot, the first two are followed by another one. */
static bool followed(uint32_t k)
{
	return has(SAME_SLOT) && k % 3 != 2 && k + 1 < now->items;
}

/* ring_publish, with the mistakes that can be made in it. */
static void push(uint32_t k)
{
	struct slot *slot = ring_slot(&ring, ring.tail_slot);

	if (!(now->flags & (NO_WAKE | WAKE_FIRST | NO_AWAKE | AWAKE_LAST))) {
		ring_publish(&ring, followed(k) ? CELL : 0);
		return;
	}
	if (has(WAKE_FIRST))
		parker_wake(&receiver);
	ring.tail++;
	ring.tail_place = ring_place(&ring, ++ring.tail_slot);
	store_release(&slot->turn, 2 * ring.tail);
	barrier_light(&receiver.barrier);
	if (has(NO_AWAKE) && load_own(&receiver.word) == PARKED)
		futex_wake(&receiver.word);
	if (has(AWAKE_LAST) && load_own(&receiver.word) == PARKED) {
		futex_wake(&receiver.word);
		store_own(&receiver.word, AWAKE);
	}
}

static void pop(void)
{
	if (!has(NO_POP_WAKE)) {
		ring_pop(&ring);
		if (has(RETURN_EARLY))
			store_release(&ring.head_slot, ring.taken_slot + 1);
		return;
	}
	store_own(&ring.taken, load_own(&ring.taken) + 1);
	ring.taken_place = ring_place(&ring, ++ring.taken_slot);
	store_release(&ring.head, load_own(&ring.taken));
	store_release(&ring.head_slot, ring.taken_slot);
}

static void write_buffer(uint32_t k, uint32_t value)
{
	for (int i = 0; i < EXTENTS; i++)
		PUT(buffers[k % buffer_count()][i], value);
}

/* Packets are told apart by their sizes, except where all packets of a slot have the same size. */
static uint32_t size_of(uint32_t k)
{
	return has(SAME_SLOT) ? CELL : k;
}

static void write_packet(struct slot *slot, uint32_t k)
{
	if (!ring.tail_offset) {
		PUT(slot->bytes, size_of(k));
		PUT(slot->extents, has(LENT) ? EXTENTS : 0);
	}
	if (has(LENT)) {
		PUT(slot->address, (const unsigned char *)buffers[k % buffer_count()]);
		store_own(&slot->claim, OFFERED);
	} else {
		PUT(slot->payload[ring.tail_offset], (unsigned char)(k + has(WRONG_VALUE)));
	}
}

static bool revoke(struct slot *slot)
{
	if (has(SPLIT_CLAIM)) {
		bool taken = load_own(&slot->claim) == TAKEN;

		store_own(&slot->claim, REVOKED);
		return !taken;
	}
	return slot_revoke(slot) || has(REVOKE_BLINDLY);
}

/* The sender wants its memory back, whether the receiver has come to it or not. */
static void give_up(struct slot *slot, uint32_t k)
{
	if (!revoke(slot))
		await_return(start + k + 1);
	write_buffer(k, 99);
}

static void send_one(uint32_t k)
{
	struct slot *slot;

	if (has(LENT)) {
		if (k >= buffer_count() && !has(NO_RETURN | GIVES_UP))
			await_return(start + k + 1 - buffer_count());
		write_buffer(k, k);
	}
	slot = has(OVERFULL) ? ring_slot(&ring, ring.tail_slot)
			     : await(look_for_room, has(SENDER_PARKS), &sender);
	if (!has(PUSH_EARLY))
		write_packet(slot, k);
	push(k);
	if (has(PUSH_EARLY))
		write_packet(slot, k);
	if (has(GIVES_UP))
		give_up(slot, k);
}

void stream_send(void)
{
	for (uint32_t k = 0; k < now->items; k++)
		send_one(k);
	if (!has(LENT) || has(NO_RETURN | GIVES_UP))
		return;
	await_return(start + now->items);
	for (uint32_t k = 0; k < buffer_count() && k < now->items; k++)
		write_buffer(k, 99);
}

static bool take(struct slot *slot)
{
	if (has(SPLIT_CLAIM)) {
		bool offered = load_own(&slot->claim) == OFFERED;

		store_own(&slot->claim, TAKEN);
		return offered;
	}
	return !has(GIVES_UP) || slot_take(slot) || has(NO_CLAIM);
}

static void *look_for_parts(void)
{
	return share_done(&ring.share) ? &ring : NULL;
}

static void open_share(void)
{
	share_open(&ring.share, EXTENTS, 1,
		has(BACKWARD) ? OUTWARD
		: has(MIRROR) ? MIRRORED
			      : INWARD);
}

/* The receiver lands a packet along with its sender. */
static void share_packet(uint32_t k)
{
	if (has(OPEN_EARLY))
		open_share();
	PUT(place, landed);
	if (!has(OPEN_EARLY))
		open_share();
	do
		land_part(share_own_part(&ring.share));
	while (claim_part());
	if (!has(NO_SHARE_WAIT))
		await(look_for_parts, has(RECEIVER_PARKS), &receiver);
	for (int i = 0; i < EXTENTS; i++)
		expect(GET(landed[i]) == k, "every part has landed");
	for (int i = 0; i < EXTENTS; i++)
		PUT(landed[i], 99);
}

static void read_packet(struct slot *slot, uint32_t k)
{
	expect(GET(slot->bytes) == size_of(k),
		"the packets arrive in the order in which they were sent");
	if (GET(slot->extents) == 0) {
		expect(GET(slot->payload[ring.taken_offset]) == k, "the payload arrives");
	} else if (has(SHARED)) {
		share_packet(k);
	} else if (take(slot)) {
		const uint32_t *extents = (const void *)GET(slot->address);

		for (int i = 0; i < EXTENTS; i++)
			expect(GET(extents[i]) == k, "the lent memory is as it was sent");
	}
}

/* After the last packet only a waker of before can write AWAKE: S4 of a slow one. */
static void park_again(void)
{
	parker_announce(&receiver);
	expect(load_own(&receiver.word) == PARKED, "no wake-up comes late");
	parker_leave(&receiver);
}

void stream_receive(void)
{
	for (uint32_t k = 0; k < now->items && !(k && has(NO_POP)); k++) {
		struct slot *slot = await(look_for_packet, has(RECEIVER_PARKS), &receiver);

		if (has(POP_EARLY))
			pop();
		read_packet(slot, k);
		if (!has(POP_EARLY | NO_POP))
			pop();
	}
	if (has(PARKS_AGAIN))
		park_again();
}
