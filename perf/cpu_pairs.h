/* The distinct kinds of pairs of cpus that a machine has, by what the two share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CPU_PAIRS_H
#define PERF_CPU_PAIRS_H

#include "perf/link_probe.h"
#include "runtime/machine/cpus.h"

enum {
	PAIRS = 8 /* more kinds than there are */
};

struct pairs {
	int count;
	struct link_pair pair[PAIRS];
	int shared[PAIRS]; /* a number of what both share: the less, the nearer */
};

/* Of all pairs of these cpus the first of each kind, nearest first. */
void pairs_of(struct pairs *pairs, const struct cpus *cpus, const int *cpu, int count);

#endif
