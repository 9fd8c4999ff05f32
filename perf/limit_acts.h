/* What the threads do to reach a limit of a row: bare copies, or a bare line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LIMIT_ACTS_H
#define PERF_LIMIT_ACTS_H

#include <stdalign.h>
#include "perf/timing/bare_work.h"
#include "perf/row_limits.h"

/* A line that a thread writes and another thread waits for. `number` is relaxed, because the line
 * carries no other data. `seen` belongs to the thread that waits. */
struct shared_line {
	alignas(128) _Atomic uint64_t number;
	alignas(128) uint64_t seen;
	int owner, reader; /* threads */
};

/* A way to reach a limit. */
struct limit_way {
	struct session_act act; /* first: functions get this address */
	const struct bare_work *copies;
	struct bare_way way;
	struct shared_line *line;
	double pilot; /* seconds */
	double wall;  /* seconds for an operation, with the state of the data */
	double ratio[LIMIT_TURNS];
};

/* The act of each limit, which becomes the `act` of a way. */
extern const struct session_act limit_acts[LIMITS];

/* Gives all memory of the busiest links its pages, by the threads that own the memory. */
extern const struct session_act limit_filling;

#endif
