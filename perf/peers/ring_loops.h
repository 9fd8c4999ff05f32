/* The loops over two rings of a library, whose file defines send_item() and take() before. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_RING_LOOPS_H
#define PERF_PEERS_RING_LOOPS_H

#include "perf/peers/peer_ring.h"

/* Each file has loops of its own, into which the compiler puts the library's functions. */

static void items_send(void)
{
	for (uint64_t i = 0; i < RING_ITEMS; i++)
		send_item(0, i);
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
		send_item(0, answer);
		answer = take(1);
	}
	return answer;
}

static void answer(void)
{
	for (int i = 0; i < RING_TRIPS; i++)
		send_item(1, take(0) + 1);
}

static int rings_measure(const char *library)
{
	const struct ring_library loops = { library, items_send, items_sum, ask, answer };

	return ring_measure(&loops);
}

#endif
