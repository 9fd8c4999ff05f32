/* The distinct kinds of pairs of cpus that a machine has, by what the two share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PAIRS_H
#define PERF_PAIRS_H

#include <hwloc.h>
#include "perf/link.h"

enum {
	PAIRS = 32
}; /* more levels than any machine has */

struct pairs {
	int count;
	struct link_pair pair[PAIRS];
	int depth[PAIRS]; /* of the nearest object that holds both: the deeper, the nearer */
};

/* Of all pairs of these cpus the first of each kind, nearest first; of any topology, for tests. */
void pairs_of(struct pairs *pairs, hwloc_topology_t topology, const int *cpu, int count);

#endif
