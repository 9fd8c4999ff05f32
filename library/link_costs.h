/* Measures what links of a team cost: between threads, within one, beyond the caches, for each piece. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_LINK_COSTS_H
#define LIBRARY_LINK_COSTS_H

#include "library/library_internal.h"

/* What is measured, and with what. */
enum measured {
	LINK,	   /* two threads: beta, tau and peak. Needs folded_tau */
	FOLDED,	   /* two nodes of one thread: packet, folded_tau */
	MEMORY,	   /* two threads, beyond the caches: memory_tau */
	CROSSINGS, /* two threads: crossing. Needs packet */
	FOLDS,	   /* two threads, eight nodes: fold. Needs packet and crossing */
	BOTH,	   /* two threads, both directions at once: serial. Needs tau */
	PIECES	   /* sixteen nodes of one thread, packets of many pieces: piece. Needs packet */
};

/* Adds what was measured to the costs. The threads are pinned to these cpus, as far as there are
 * any (-1: not pinned). cache: bytes of the last level, for MEMORY. Takes some milliseconds, MEMORY
 * some hundred. 0 or -errno with why. */
int costs_measure(struct link_costs *costs, enum measured what, const int cpus[2], size_t cache);

#endif
