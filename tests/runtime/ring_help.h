/* A ring by itself, without a team, and threads that wait at its ends. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_RING_HELP_H
#define TESTS_RING_HELP_H

#include <pthread.h>
#include <sched.h>
#include "runtime/ring/packet.h"
#include "runtime/ring/ring.h"
#include "tests/test.h"

enum {
	ITEMS = 200000,
	LENT = 4096,
	BUFFERS = 8
};

struct bench {
	struct ring ring;
	struct parker sender, receiver;
	unsigned char buffer[BUFFERS][LENT];
	bool park;
};

static inline struct bench *bench_open(uint32_t capacity, uint32_t start)
{
	struct bench *bench;

	assert_int_equal(posix_memalign((void **)&bench, 128, sizeof *bench), 0);
	memset(bench, 0, sizeof *bench);
	assert_int_equal(
		posix_memalign((void **)&bench->ring.slots, 128, capacity * sizeof(struct slot)),
		0);
	memset(bench->ring.slots, 0, capacity * sizeof(struct slot));
	bench->ring.tail = bench->ring.head_seen = start;
	bench->ring.head = bench->ring.taken = start;
	bench->ring.tail_slot = bench->ring.head_slot_seen = start;
	bench->ring.head_slot = bench->ring.taken_slot = start;
	bench->ring.capacity = capacity;
	bench->ring.tail_place = bench->ring.taken_place = ring_place(&bench->ring, start);
	for (uint32_t i = start; i != start + capacity; i++) /* as if `start` packets had passed */
		ring_slot(&bench->ring, i)->turn = 2 * (i + 1 - capacity);
	bench->ring.sender = &bench->sender;
	bench->ring.receiver = &bench->receiver;
	return bench;
}

static inline void bench_close(struct bench *bench)
{
	free(bench->ring.slots);
	free(bench);
}

ENDS(bench, bench_close(*ended))

/* Sleeps as a thread of a team would, without a backoff. */
static inline void pause_for(
	struct bench *bench, struct parker *parker, bool (*ready)(struct ring *))
{
	if (!bench->park) {
		sched_yield(); /* there may be one core for both */
		return;
	}
	parker_announce(parker);
	if (ready(&bench->ring))
		parker_leave(parker);
	else
		parker_sleep(parker, 1000000000);
}

static inline bool has_room(struct ring *ring)
{
	return ring_reserve(ring);
}

static inline bool has_packet(struct ring *ring)
{
	return ring_front(ring);
}

#endif
