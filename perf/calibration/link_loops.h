/* Sends items, questions and answers, and lent packets over a link that is measured. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_LINK_LOOPS_H
#define PERF_CALIBRATION_LINK_LOOPS_H

#include "library/machine/bare_line.h"
#include "runtime/node/node_state.h"

/* The number of items, trips and packets in a repetition. A repetition takes a fraction of a
 * millisecond, so that most repetitions fit between two interruptions. */
enum {
	ITEMS = 1 << 16,
	TRIPS = 2048, /* a multiple of BOUNCE_LINES */
	WARM = 12,    /* untimed packets first: three times the block, for warm caches */
	PACKETS = 8,
	PACKET = 1 << 20, /* bytes */
	BLOCK = 4 << 20	  /* bytes, more than the private caches of a core hold */
};

enum thing {
	ITEM,
	TRIP,
	BANDWIDTH,
	PING_PONG,
	THINGS
};

struct link_loop {
	struct bounce *bounce;
	unsigned char *block[2]; /* BLOCK bytes for each node */
};

/* Run a repetition on node 0 (ask) and on node 1 (answer). The node that sees the end stores the
 * seconds. Return 0, or -EIO with why when items or answers were lost. */
int link_loop_ask(
	struct link_loop *crossing, const struct port *port, enum thing thing, double *seconds);
int link_loop_answer(
	struct link_loop *crossing, const struct port *port, enum thing thing, double *seconds);

#endif
