/* What crosses a link while it is measured: items, questions and answers, lent packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LINK_LOOPS_H
#define PERF_LINK_LOOPS_H

#include "runtime/team/node_state.h"

/* How many of each cross in one repetition: a fraction of a millisecond, so that most repetitions
 * fit between two interruptions. */
enum {
	ITEMS = 1 << 16,
	TRIPS = 2048,
	LINES = 64, /* of which TRIPS is a multiple */
	WARM = 12, /* packets that are not counted: thrice the block, so that caches hold it */
	PACKETS = 8,
	PACKET = 1 << 20, /* bytes */
	BLOCK = 4 << 20	  /* of which packets are cut: more than a core's own caches hold */
};

enum thing {
	ITEM,
	TRIP,
	BANDWIDTH,
	PING_PONG,
	THINGS
};

/* Bare cache lines, for each direction as many as a ring has slots, in turn: what the way of one takes
 * depends on where its home is (one line, launch by launch: 320 to 580 ns there and back). */
struct bounce {
	struct bare {
		_Alignas(LINE) _Atomic uint32_t turn;
	} ping[LINES], pong[LINES];
};

struct link_loop {
	struct bounce *bounce;
	unsigned char *block[2]; /* BLOCK bytes of each node */
};

/* Node 0's side, and node 1's, of one repetition. The one that sees the end stores the seconds. 0,
 * or -EIO with why: something was lost. */
int link_loop_ask(
	struct link_loop *crossing, const struct port *port, enum thing thing, double *seconds);
int link_loop_answer(
	struct link_loop *crossing, const struct port *port, enum thing thing, double *seconds);

#endif
