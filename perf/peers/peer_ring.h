/* The method of perf/link_loops.c for other libraries' rings: items one way, questions and answers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PEER_RING_H
#define PERF_PEERS_PEER_RING_H

#ifdef __cplusplus
extern "C" {
#endif
#include "perf/peers/peer.h"

enum {
	RING_SLOTS = 1024, /* where rings of items are at their best */
	RING_ITEMS = 1 << 16,
	RING_TRIPS = 2000
};

/* Of ring r, side r sends and the other one takes. Both wait; loops inside, so that a call for
 * each item is not what is timed: `items_send` sends 0 ... RING_ITEMS - 1, `items_sum` takes as
 * many and returns their sum. `ask` sends 0 into ring 0, takes the answer from ring 1, and so on,
 * RING_TRIPS times, and returns the last; `answer` adds 1 to each. */
struct ring_library {
	const char *name;
	void (*items_send)(void);
	uint64_t (*items_sum)(void);
	uint64_t (*ask)(void);
	void (*answer)(void);
};

/* Two pinned threads, both things in turn; prints two rows. The exit status. */
int ring_measure(const struct ring_library *library);

#ifdef __cplusplus
}
#endif
#endif
