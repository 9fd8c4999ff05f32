/* Finds the distinct kinds of pairs of cpus in a machine, by the caches and packages they share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_CALIBRATION_CPU_PAIRS_H
#define PERF_CALIBRATION_CPU_PAIRS_H

#include "perf/calibration/link_probe.h"
#include "runtime/machine/cpus.h"

enum {
	PAIRS = 8 /* more than the kinds of pairs */
};

struct pairs {
	int count;
	struct link_pair pair[PAIRS];
	int shared[PAIRS]; /* index of the innermost shared domain; a smaller index is nearer */
};

/* Finds the first pair of each kind among these cpus, the nearest kind first. */
void pairs_of(struct pairs *pairs, const struct cpus *cpus, const int *cpu, int count);

#endif
