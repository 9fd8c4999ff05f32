/* One link as teams use it: how fast items, answers and large packets cross between two cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_LINK_PROBE_H
#define PERF_LINK_PROBE_H

#include "perf/stats.h"

enum {
	LINK_ITEM = 8
}; /* bytes */

/* Two cpus, and the least thing that both share: "core", "L2", "L3", "die", "package",
 * "NUMA node", "machine". */
struct link_pair {
	int cpus[2];
	char shared[16];
};

struct link_result {
	struct link_pair pair;
	double items_per_s;   /* of LINK_ITEM bytes, one packet each, one way */
	double round_trip_s;  /* an item there, and one back */
	double bandwidth_Bps; /* large packets lent, and copied once by the receiver */
	double ping_pong_s;   /* the bare cache line, there and back: the limit of round_trip_s */
	struct stats items, round_trip, bandwidth,
		ping_pong; /* all repetitions, in the same units */
	int pinned;	   /* threads that could be bound: 2, or the numbers mean little */
};

/* One pair of usable cpus for each kind of pair that this machine has, nearest first; or, with
 * pin = "A,B", that one. *pairs is for free(). The number of pairs; -ENODEV when this process can
 * use only one core (the exit status is 77); -EINVAL, -ENOMEM; with why. */
int link_pairs(struct link_pair **pairs, const char *pin);

/* Measures one pair, the four things in turn, `repetitions` times (0: 50; some 1 ms each), and
 * gives medians. 0, -EINVAL, -ENOMEM. */
int link_measure(struct link_result *result, const struct link_pair *pair, int repetitions);

#endif
