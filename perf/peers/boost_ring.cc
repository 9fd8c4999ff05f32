/* Times Boost's spsc_queue between two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <boost/lockfree/spsc_queue.hpp>
#include "perf/peers/peer_ring.h"

namespace
{
boost::lockfree::spsc_queue<uint64_t, boost::lockfree::capacity<RING_SLOTS>> ring[2];

void send(int r, uint64_t item)
{
	while (!ring[r].push(item))
		;
}

uint64_t take(int r)
{
	uint64_t item;

	while (!ring[r].pop(item))
		;
	return item;
}

void items_send()
{
	for (uint64_t i = 0; i < RING_ITEMS; i++)
		send(0, i);
}

uint64_t items_sum()
{
	uint64_t sum = 0;

	for (int i = 0; i < RING_ITEMS; i++)
		sum += take(0);
	return sum;
}

uint64_t ask()
{
	uint64_t answer = 0;

	for (int i = 0; i < RING_TRIPS; i++) {
		send(0, answer);
		answer = take(1);
	}
	return answer;
}

void answer()
{
	for (int i = 0; i < RING_TRIPS; i++)
		send(1, take(0) + 1);
}
} // namespace

int main()
{
	const ring_library library = { "Boost spsc_queue", items_send, items_sum, ask, answer };

	return ring_measure(&library);
}
