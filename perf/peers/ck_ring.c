/* Times the ring of the Concurrency Kit between two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ck_ring.h>
#include "perf/peers/peer_ring.h"

/* ck_ring carries pointers, so an item of 8 bytes is passed as a pointer. */

static struct {
	_Alignas(128) ck_ring_t ring;
	_Alignas(128) ck_ring_buffer_t buffer[RING_SLOTS];
} ring[2];

static void push_item(int r, uint64_t item)
{
	while (!ck_ring_enqueue_spsc(&ring[r].ring, ring[r].buffer, (void *)(uintptr_t)item))
		ck_pr_stall();
}

static uint64_t take(int r)
{
	void *item;

	while (!ck_ring_dequeue_spsc(&ring[r].ring, ring[r].buffer, &item))
		ck_pr_stall();
	return (uint64_t)(uintptr_t)item;
}

static void items_send(void)
{
	for (uint64_t i = 0; i < RING_ITEMS; i++)
		push_item(0, i);
}

static uint64_t items_sum(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < RING_ITEMS; i++)
		sum += take(0);
	return sum;
}

static uint64_t ask(void)
{
	uint64_t answer = 0;

	for (int i = 0; i < RING_TRIPS; i++) {
		push_item(0, answer);
		answer = take(1);
	}
	return answer;
}

static void answer(void)
{
	for (int i = 0; i < RING_TRIPS; i++)
		push_item(1, take(0) + 1);
}

int main(void)
{
	static const struct ring_library library = { "Concurrency Kit", items_send, items_sum, ask,
		answer };

	ck_ring_init(&ring[0].ring, RING_SLOTS);
	ck_ring_init(&ring[1].ring, RING_SLOTS);
	return ring_measure(&library);
}
