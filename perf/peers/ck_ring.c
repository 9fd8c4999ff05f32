/* Times the ring of the Concurrency Kit between two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ck_ring.h>
#include "perf/peers/peer_ring.h"

/* ck_ring carries pointers, so an item of 8 bytes is passed as a pointer. */

static struct {
	_Alignas(128) ck_ring_t ring;
	_Alignas(128) ck_ring_buffer_t buffer[RING_SLOTS];
} ring[2];

static void send_item(int r, uint64_t item)
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

#include "perf/peers/ring_loops.h"

int main(void)
{
	ck_ring_init(&ring[0].ring, RING_SLOTS);
	ck_ring_init(&ring[1].ring, RING_SLOTS);
	return rings_measure("Concurrency Kit");
}
