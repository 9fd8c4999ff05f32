/* Makes the machine that choices assume where processes have several nodes each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_RANK_LEVELS_H
#define LIBRARY_RANK_LEVELS_H

#include "library/wired.h"
#include "plan/costs/machine.h"

#define RANK_LEVELS "ranks" /* the name of the machine */

enum {
	/* A choice simulates each candidate packet by packet, which takes seconds for large
	 * networks. In larger teams all links count as links between processes. */
	RANK_LEVELS_NODES = 64
};

/* Makes a machine of two levels: processes, and threads within a process. Node v is in the process
 * v / (nodes / processes). Returns false if one cost of links is enough: each process has one node,
 * the costs within a process are not known, or there are too many nodes. */
bool rank_levels_make(struct machine *levels, int nodes, int processes, int threads,
	const struct grove_pace *between, const struct grove_wired_within *within);

/* What the links of a class are: "between ranks". */
const char *rank_level_name(enum pair_class class);

#endif
