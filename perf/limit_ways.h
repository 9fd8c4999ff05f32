/* Tries several ways to reach a limit of a row, and keeps the fastest ways. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LIMIT_WAYS_H
#define PERF_LIMIT_WAYS_H

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
	struct shared_line *line; /* instead of copies */
	double pilot;		  /* seconds */
	double wall;		  /* seconds for an operation, with the state of the data */
	double ratio[LIMIT_TURNS];
};

enum {
	LIMIT_WAYS = 12,    /* of a limit: tried */
	LIMIT_FINALISTS = 3 /* of a limit: take part in every turn */
};

struct row_limits {
	struct session *session;
	double budget, spent; /* seconds */
	int turns;
	double *sample; /* SESSION_BATCH */
	struct shared_line *line;
	struct bare_work piece[LIMITS], shared;
	struct limit_way contender[LIMITS][LIMIT_WAYS];
	int contenders[LIMITS];
};

/* Adds a way that is a contender for the limit. */
void limit_way_add(struct row_limits *l, enum limit limit, struct limit_way new);

/* Times a contender and returns the median of at most `count` operations, NAN after an error. */
double limit_way_time(struct row_limits *l, struct limit_way *c, size_t count);

/* Tries the contenders from number `first` on, and sorts all contenders of the limit. Leaves out
 * contenders that there is no time for, but tries at least four. Returns 0 or -errno. */
int limit_ways_try(struct row_limits *l, enum limit limit, int first);

/* Tries whole shares and halves, then twice the neighbours of the best way. Keeps the finalists.
 * Returns 0 or -errno. */
int limit_ways_choose(struct row_limits *l, enum limit limit, const struct bare_work *copies);

#endif
