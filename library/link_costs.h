/* Measures link costs: between threads, and within a thread. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_LINK_COSTS_H
#define LIBRARY_LINK_COSTS_H

#include "library/library_internal.h"

/* The kinds of measurement: the nodes and threads, the costs measured, and the costs needed
 * before. */
enum measured {
	LINK,  /* two threads: beta, tau and peak. Needs folded_tau */
	FOLDED /* two nodes of one thread: packet, folded_tau */
};

/* Measures the costs of kind `what` and stores the results in `costs`. The threads are pinned to
 * these cpus; -1 means not pinned. Takes some milliseconds. Returns 0 or -errno with why. */
int costs_measure(struct link_costs *costs, enum measured what, const int cpus[2]);

#endif
