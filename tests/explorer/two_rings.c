/* Threads that park on one word for two rings: two senders and a receiver, and ping-pong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/ring/ring.h"
#include "tests/explorer/scenarios.h"

static const struct scenario *now;
static struct ring rings[2];
static struct slot slots[2][4];
static struct parker parkers[3];

static void ring_make(int i, struct parker *sender, struct parker *receiver)
{
	memset(slots[i], 0, sizeof slots[i]);
	rings[i] = (struct ring){
		.slots = slots[i], .capacity = now->capacity, .sender = sender, .receiver = receiver
	};
}

/* Both rings lead to the thread of parkers[2]. */
void two_rings_prepare(const struct scenario *scenario)
{
	now = scenario;
	memset(parkers, 0, sizeof parkers);
	ring_make(0, &parkers[0], &parkers[2]);
	ring_make(1, &parkers[1], &parkers[2]);
}

/* A ring to and a ring from each of two threads. */
void ping_pong_prepare(const struct scenario *scenario)
{
	now = scenario;
	memset(parkers, 0, sizeof parkers);
	ring_make(0, &parkers[0], &parkers[1]);
	ring_make(1, &parkers[1], &parkers[0]);
}

static struct slot *await_room(struct ring *ring, struct parker *parker)
{
	struct slot *slot;

	while (!(slot = ring_reserve(ring))) {
		parker_announce(parker);
		slot = ring_reserve(ring);
		if (slot) {
			parker_leave(parker);
			return slot;
		}
		parker_sleep(parker, -1);
	}
	return slot;
}

/* The first of some rings that has a packet; NULL when there is none. */
static struct ring *look(struct ring *first, int count)
{
	for (int i = 0; i < count; i++)
		if (ring_front(&first[i]))
			return &first[i];
	return NULL;
}

static struct ring *await_packet(struct ring *first, int count, struct parker *parker)
{
	struct ring *ring;

	for (;;) {
		parker_announce(parker);
		ring = look(first, count);
		if (ring)
			break;
		parker_sleep(parker, -1);
	}
	parker_leave(parker);
	return ring;
}

static void send(struct ring *ring, struct parker *parker, uint32_t value)
{
	struct slot *slot = await_room(ring, parker);

	PUT(slot->payload[0], (unsigned char)value);
	ring_push(ring);
}

static void receive(struct ring *ring, uint32_t value)
{
	expect(GET(ring_front(ring)->payload[0]) == value, "each ring keeps its order");
	ring_pop(ring);
}

void two_rings_send_first(void)
{
	for (uint32_t k = 0; k < now->items; k++)
		send(&rings[0], &parkers[0], k);
}

void two_rings_send_second(void)
{
	send(&rings[1], &parkers[1], 0);
}

void two_rings_receive(void)
{
	uint32_t received[2] = { 0, 0 };

	while (received[0] + received[1] < now->items + 1) {
		struct ring *ring = await_packet(rings, 2, &parkers[2]);

		receive(ring, received[ring - rings]++);
	}
}

/* All questions, and then all answers. */
void ping_pong_left(void)
{
	for (uint32_t k = 0; k < now->items; k++)
		send(&rings[0], &parkers[0], k);
	for (uint32_t k = 0; k < now->items; k++)
		receive(await_packet(&rings[1], 1, &parkers[0]), k);
}

void ping_pong_right(void)
{
	for (uint32_t k = 0; k < now->items; k++) {
		receive(await_packet(&rings[0], 1, &parkers[1]), k);
		send(&rings[1], &parkers[1], k);
	}
}
