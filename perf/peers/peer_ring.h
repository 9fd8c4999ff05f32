/* Times rings of other libraries as perf/calibration/link_probe.c does: items, questions and
 * answers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PEER_RING_H
#define PERF_PEERS_PEER_RING_H

#ifdef __cplusplus
extern "C" {
#endif
#include "perf/peers/peer.h"

enum {
	RING_SLOTS = 1024, /* a size at which rings of items are at their best */
	RING_ITEMS = 1 << 16,
	RING_TRIPS = 2000
};

/* A library with two rings: side r sends in ring r, and the other side receives. All functions
 * wait. The loops are inside the functions, so that no call for each item is timed. `items_send`
 * sends 0 ... RING_ITEMS - 1. `items_sum` receives as many items and returns the sum. `ask` sends 0
 * in ring 0, receives the answer in ring 1, sends the answer, and so on, RING_TRIPS times, and
 * returns the last answer. `answer` adds 1 to each question. */
struct ring_library {
	const char *name;
	void (*items_send)(void);
	uint64_t (*items_sum)(void);
	uint64_t (*ask)(void);
	void (*answer)(void);
};

/* Times items and round trips in turn on two pinned threads, and prints two rows.
 * Returns the exit status. */
int ring_measure(const struct ring_library *library);

#ifdef __cplusplus
}
#endif
#endif
