/* Tests of the ring: by one thread step by step, and by two real threads at full speed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <sched.h>
#include "tests/runtime/ring_help.h"

static void send_number(struct ring *ring, uint64_t number)
{
	struct slot *slot = ring_reserve(ring);

	assert_non_null(slot);
	slot->extents = 0;
	memcpy(slot->payload, &number, sizeof number);
	ring_push(ring);
}

static uint64_t number_of(const struct slot *slot)
{
	uint64_t number;

	memcpy(&number, slot->payload, sizeof number);
	return number;
}

TEST("a ring holds its capacity and keeps the order")
{
	for (uint32_t capacity = 1; capacity <= 64; capacity *= 2) {
		AUTO(bench) bench = bench_open(capacity, 0);
		uint64_t sent = 0, received = 0;

		assert_null(ring_front(&bench->ring));
		for (int lap = 0; lap < 5; lap++) {
			for (uint32_t i = 0; i < capacity; i++)
				send_number(&bench->ring, sent++);
			assert_null(ring_reserve(&bench->ring));
			for (uint32_t i = 0; i < capacity; i++) {
				assert_int_equal(number_of(ring_front(&bench->ring)), received++);
				ring_pop(&bench->ring);
			}
			assert_null(ring_front(&bench->ring));
		}
	}
}

TEST("positions may wrap around")
{
	AUTO(bench) bench = bench_open(4, UINT32_MAX - 5);

	for (uint64_t i = 0; i < 20; i++) {
		uint32_t position = bench->ring.tail;

		assert_null(ring_front(&bench->ring));
		send_number(&bench->ring, i);
		assert_false(ring_returned(&bench->ring, position + 1));
		assert_int_equal(number_of(ring_front(&bench->ring)), i);
		ring_pop(&bench->ring);
		assert_true(ring_returned(&bench->ring, position + 1));
	}
}

TEST("returned counts what was popped")
{
	AUTO(bench) bench = bench_open(8, 0);

	for (uint64_t i = 0; i < 3; i++)
		send_number(&bench->ring, i);
	assert_true(ring_returned(&bench->ring, 0));
	assert_false(ring_returned(&bench->ring, 1));
	for (int i = 0; i < 2; i++) {
		assert_non_null(ring_front(&bench->ring));
		ring_pop(&bench->ring);
	}
	assert_true(ring_returned(&bench->ring, 2));
	assert_false(ring_returned(&bench->ring, 3));
}

TEST("an end stalls where one thread has both, until the other end acts")
{
	AUTO(bench) bench = bench_open(1, 0);
	struct ring *ring = &bench->ring;
	struct parker parker = { 0 }, *sender = ring->sender, *receiver = ring->receiver;
	bool stalled = false;

	ring_stall(ring, &stalled);
	assert_false(stalled);
	ring->sender = ring->receiver = &parker;
	ring->wire = (struct wire *)&parker;
	ring_stall(ring, &stalled);
	assert_false(stalled);
	assert_null(ring->stalled);
	ring->wire = NULL;
	for (int lap = 0; lap < 3; lap++) {
		ring_stall(ring, &stalled);
		assert_true(stalled);
		send_number(ring, 1);
		ring_resume(ring);
		assert_false(stalled);
		ring_stall(ring, &stalled);
		assert_true(stalled);
		assert_non_null(ring_front(ring));
		ring_pop(ring);
		ring_resume(ring);
		assert_false(stalled);
		assert_null(ring->stalled);
	}
	ring_stall(ring, &stalled);
	ring_empty(ring);
	assert_null(ring->stalled);
	ring->sender = sender;
	ring->receiver = receiver;
}

TEST("a lent packet is taken or revoked never both")
{
	struct slot slot = { .claim = OFFERED };

	assert_true(slot_take(&slot));
	assert_false(slot_revoke(&slot));
	slot.claim = OFFERED;
	assert_true(slot_revoke(&slot));
	assert_false(slot_take(&slot));
}

/* The receiver has claimed `own` parts of all, the sender the others. */
static void expect_each_part_once(struct split_claim *share, uint32_t own)
{
	bool landed[16] = { false };

	share->own = 0;
	share->helped = 0;
	while (share->own < own)
		landed[share_own_part(share)] = true;
	for (; share->helped < share->parts - own; share->helped++)
		landed[share_part(share, 0)] = true;
	for (uint32_t part = 0; part < share->parts; part++)
		assert_true(landed[part]);
}

TEST("in every order the two ends land each part once")
{
	static struct split_claim share;

	for (share.order = INWARD; share.order <= MIRRORED; share.order++)
		for (share.parts = 1; share.parts <= 9; share.parts++)
			for (uint32_t own = 0; own <= share.parts; own++)
				expect_each_part_once(&share, own);
}

/* What one operation has landed last, the next one lands first: inward ends where outward begins.
 */
TEST("orders turn where the last one ended")
{
	static struct split_claim share = { .parts = 8 };

	share.own = 3;
	share.helped = 3;
	assert_int_equal(share_part(&share, 0), 4);
	assert_int_equal(share_own_part(&share), 3);
	share.order = OUTWARD;
	share.own = 0;
	share.helped = 0;
	assert_int_equal(share_part(&share, 0), 4);
	assert_int_equal(share_own_part(&share), 3);
}

/* Even packets are in the slot; odd ones lend a buffer, which is written again once it is back. */
static void *sender_main(void *argument)
{
	struct bench *bench = argument;

	for (uint64_t i = 0; i < ITEMS; i++) {
		struct slot *slot;

		while (!(slot = ring_reserve(&bench->ring)))
			pause_for(bench, &bench->sender, has_room);
		slot->extents = i & 1;
		if (i & 1) {
			unsigned char *buffer = bench->buffer[i / 2 % BUFFERS];

			while (i >= 2 * BUFFERS &&
				!ring_returned(&bench->ring, (uint32_t)i - 2 * BUFFERS + 1))
				sched_yield();
			memset(buffer, (int)(i >> 1 & 255), 64);
			store_own(&slot->claim, OFFERED);
			slot->address = buffer;
		} else {
			memcpy(slot->payload, &i, sizeof i);
		}
		ring_push(&bench->ring);
	}
	return NULL;
}

static uint64_t wrong_packets(struct bench *bench)
{
	uint64_t wrong = 0;

	for (uint64_t i = 0; i < ITEMS; i++) {
		struct slot *slot;

		while (!(slot = ring_front(&bench->ring)))
			pause_for(bench, &bench->receiver, has_packet);
		if (slot->extents != (i & 1))
			wrong++;
		else if (slot->extents)
			wrong += !slot_take(slot) || slot->address[i % 64] != (i >> 1 & 255);
		else
			wrong += number_of(slot) != i;
		ring_pop(&bench->ring);
	}
	return wrong;
}

static void two_threads(bool park)
{
	for (uint32_t capacity = 1; capacity <= 64; capacity *= 8) {
		AUTO(bench) bench = bench_open(capacity, 0);
		pthread_t sender;

		bench->park = park;
		assert_int_equal(pthread_create(&sender, NULL, sender_main, bench), 0);
		assert_int_equal(wrong_packets(bench), 0);
		assert_int_equal(pthread_join(sender, NULL), 0);
		assert_null(ring_front(&bench->ring));
	}
}

TEST("packets cross between two parking threads")
{
	two_threads(true);
}

TEST("packets cross between two spinning threads")
{
	two_threads(false);
}

/* Of 4 GiB and 8 bytes the slot has the 8, which would fit in its line. */
TEST("a lent packet of 4 gib is where it was lent")
{
	unsigned char lent = 0;
	struct slot slot = {
		.address = &lent, .extents = 1, .bytes = (uint32_t)((UINT64_C(1) << 32) + 8)
	};

	assert_ptr_equal(packet_of(&slot, 0).string, &lent);
	slot.extents = 0;
	assert_ptr_equal(packet_of(&slot, 0).string, slot.payload);
}
