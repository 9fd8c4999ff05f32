/* Measures how fast items, answers and large packets cross a link between two cores. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_LINK_PROBE_H
#define PERF_CALIBRATION_LINK_PROBE_H

#include "perf/timing/stats.h"

enum {
	LINK_ITEM = 8
}; /* bytes */

/* Two cpus, and the innermost domain of both: "core", "L2", "L3", "die", "package" or "machine". */
struct link_pair {
	int cpus[2];
	char shared[16];
};

struct link_result {
	struct link_pair pair;
	struct stats items; /* a second: of LINK_ITEM bytes, a packet each, in a single direction */
	struct stats round_trip; /* seconds: an item there, and an answer back */
	struct stats bandwidth;	 /* bytes a second: large packets lent, copied by the receiver */
	struct stats ping_pong;	 /* seconds of a bare cache line: the limit of round_trip */
	int pinned; /* threads that are bound: fewer than 2 make the numbers doubtful */
};

/* Makes a list of pairs of usable cpus: a pair of each kind that this machine has, the
 * nearest first, or only the pair of pin = "A,B". The caller frees *pairs. Returns the number
 * of pairs; -ENODEV when this process can use only a single core (the exit status is 77);
 * -EINVAL or -ENOMEM; with why. */
int link_pairs(struct link_pair **pairs, const char *pin);

/* Measures a pair: items, round trip, bandwidth and ping-pong in turn. Makes
 * `repetitions` repetitions of about 1 ms (0: 50) and computes medians. Returns 0, or
 * -EINVAL or -ENOMEM with why. */
int link_measure(struct link_result *result, const struct link_pair *pair, int repetitions);

#endif
