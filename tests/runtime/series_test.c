/* Tests of packets that follow one another in the same slot of a ring. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/runtime/ring_help.h"

/* With `more`, the next number comes in the same slot if there is space. */
static void send_one_of_many(struct ring *ring, uint64_t number, bool more)
{
	struct slot *slot = ring_reserve(ring);

	assert_non_null(slot);
	memcpy(slot->payload + ring->tail_offset, &number, sizeof number);
	if (!ring->tail_offset) {
		slot->extents = 0;
		slot->bytes = sizeof number;
	}
	ring_publish(ring, more && ring_has_space(ring, sizeof number) ? sizeof number : 0);
}

static uint64_t take_one_of_many(struct ring *ring)
{
	const struct slot *slot = ring_front(ring);
	uint64_t number;

	assert_non_null(slot);
	memcpy(&number, packet_of(slot, ring->taken_offset).string, sizeof number);
	ring_pop(ring);
	return number;
}

/* Five packets of 8 bytes fit, and the sixth takes the next slot. Each is there at once, and they
 * return together. */
TEST("packets that follow share a slot")
{
	AUTO(bench) bench = bench_open(8, UINT32_MAX - 5);
	struct slot *first = ring_reserve(&bench->ring);

	for (uint64_t i = 0; i < 40; i++) {
		if (i < 6)
			assert_int_equal(ring_reserve(&bench->ring) == first, i < 5);
		send_one_of_many(&bench->ring, i, i != 12);
		if (i == 12)
			assert_int_equal(bench->ring.tail_offset, 0);
		assert_int_equal(take_one_of_many(&bench->ring), i);
		assert_null(ring_front(&bench->ring));
		assert_true(ring_returned(&bench->ring, bench->ring.tail) ==
			    !bench->ring.tail_offset);
	}
}

/* Four slots have room for 20 packets of 8 bytes, and for more when a slot has returned. */
TEST("packets in one slot take the room of one slot")
{
	AUTO(bench) bench = bench_open(4, 0);
	struct slot *first = ring_reserve(&bench->ring);

	for (uint64_t i = 0; i < 20; i++)
		send_one_of_many(&bench->ring, i, true);
	assert_null(ring_reserve(&bench->ring));
	for (uint64_t i = 0; i < 4; i++)
		assert_int_equal(take_one_of_many(&bench->ring), i);
	assert_null(ring_reserve(&bench->ring));
	assert_false(slot_returned(&bench->ring, first));
	assert_int_equal(take_one_of_many(&bench->ring), 4);
	assert_true(slot_returned(&bench->ring, first));
	assert_ptr_equal(ring_reserve(&bench->ring), first);
}

TEST("slots are at different places")
{
	for (uint32_t capacity = 1; capacity <= 64; capacity *= 2) {
		AUTO(bench) bench = bench_open(capacity, 0);
		uint64_t places = 0;

		for (uint32_t i = 0; i < capacity; i++)
			places |= 1ull << (ring_slot(&bench->ring, i) - bench->ring.slots);
		assert_true(places == UINT64_MAX >> (64 - capacity));
	}
}

TEST("packets that are too large do not follow")
{
	struct ring ring = { 0 };

	assert_true(ring_has_space(&ring, SLOT_INLINE / 2));
	assert_false(ring_has_space(&ring, SLOT_INLINE / 2 + 1));
	assert_false(ring_has_space(&ring, 0));
	ring.tail_offset = SLOT_INLINE / 2;
	assert_false(ring_has_space(&ring, SLOT_INLINE / 2));
}

static void *series_main(void *argument)
{
	struct bench *bench = argument;

	for (uint64_t i = 0; i < ITEMS; i++) {
		while (!ring_reserve(&bench->ring))
			pause_for(bench, &bench->sender, has_room);
		send_one_of_many(&bench->ring, i, i % 7 != 3);
	}
	return NULL;
}

TEST("packets in one slot cross between two threads")
{
	for (uint32_t capacity = 1; capacity <= 64; capacity *= 8) {
		AUTO(bench) bench = bench_open(capacity, 0);
		pthread_t sender;

		bench->park = capacity == 8;
		assert_int_equal(pthread_create(&sender, NULL, series_main, bench), 0);
		for (uint64_t i = 0; i < ITEMS; i++) {
			while (!ring_front(&bench->ring))
				pause_for(bench, &bench->receiver, has_packet);
			assert_int_equal(take_one_of_many(&bench->ring), i);
		}
		assert_int_equal(pthread_join(sender, NULL), 0);
	}
}
