/* Notices disturbances of a measurement: other load, cores that moved, a lower frequency. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DISTURBANCE_H
#define PERF_DISTURBANCE_H

#include "perf/timing/stats.h"
#include "runtime/team/team.h"

/* Before and after a row each thread of a team looks at the machine, for some tenths of a
 * millisecond. Each look is reliable in virtual machines as well, which show no hardware counters,
 * and whose hypervisor may move cores and take cores away. */

/* What a thread has seen. */
struct sight {
	double waited;	   /* seconds in which the thread could have run, but did not, so far */
	double arithmetic; /* seconds of a fixed count of dependent multiplications */
	/* Round trips of a bare cache line between this thread and the next one. No samples: the
	 * threads have no cores of their own, or this is not the first thread of a pair. */
	struct stats trip;
};

/* The looks of a team, and the clock's time. */
struct team_sight {
	double at, stolen; /* seconds; stolen: from a cpu by the hypervisor, on average, so far */
	struct sight *sight;
};

struct watch; /* of a team */

/* Makes a watch for the threads of a team, which stays the caller's. Returns 0 or -ENOMEM with why.
 * watch_close accepts NULL. */
int watch_open(struct watch **watch, struct team *team);
void watch_close(struct watch *watch);

/* Has all threads look, before and after a row. Returns 0 or -errno with why. */
int watch_begin(struct watch *watch);
int watch_end(struct watch *watch);

/* Returns the flags of the row between the looks: FLAG_LOADED, FLAG_MOVED and FLAG_THROTTLED. */
int watch_flags(const struct watch *watch);

/* Returns the statistics of a bare line's round trips between the first two threads, before and
 * after the row; no samples if no pair has cores of its own. */
struct stats watch_trip(const struct watch *watch);

/* Returns the flags of a row between two looks of that many threads. quickest[] is the least time
 * of the arithmetic so far, of each thread. */
int disturbances(const struct team_sight *before, const struct team_sight *after, int threads,
	const double *quickest);

#endif
