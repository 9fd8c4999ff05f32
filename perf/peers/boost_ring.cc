/* Times Boost's spsc_queue between two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <boost/lockfree/spsc_queue.hpp>
#include "perf/peers/peer_ring.h"

namespace
{
boost::lockfree::spsc_queue<uint64_t, boost::lockfree::capacity<RING_SLOTS>> ring[2];

void send_item(int r, uint64_t item)
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
} // namespace

#include "perf/peers/ring_loops.h"

int main()
{
	return rings_measure("Boost spsc_queue");
}
