/* Measures link costs: between threads, within a thread, beyond the caches, and for each
 * piece of a packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_LINK_COSTS_H
#define LIBRARY_LINK_COSTS_H

#include "library/library_internal.h"

/* The kinds of measurement: the nodes and threads, the costs measured, and the costs needed
 * before. */
enum measured {
	LINK,	   /* two threads: beta, tau and peak. Needs folded_tau */
	FOLDED,	   /* two nodes of one thread: packet, folded_tau */
	MEMORY,	   /* two threads, beyond the caches: memory_tau */
	CROSSINGS, /* two threads: crossing. Needs packet */
	FOLDS,	   /* two threads, eight nodes: fold. Needs packet and crossing */
	BOTH,	   /* two threads, both directions at once: serial. Needs tau */
	PIECES	   /* sixteen nodes of one thread, packets of many pieces: piece. Needs packet */
};

/* Measures the costs of kind `what` and stores the results in `costs`. The threads are pinned to
 * these cpus; -1 means not pinned. `cache` is the size of the last-level cache in bytes, for
 * MEMORY. Takes some milliseconds, MEMORY some hundred. Returns 0 or -errno with why. */
int costs_measure(struct link_costs *costs, enum measured what, const int cpus[2], size_t cache);

#endif
