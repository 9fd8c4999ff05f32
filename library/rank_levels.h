/* Makes the machine that choices assume where links between nodes have several costs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_RANK_LEVELS_H
#define LIBRARY_RANK_LEVELS_H

#include "grove_measure.h"
#include "library/wired.h"
#include "plan/costs/machine.h"
#include "plan/costs/rank_costs.h"
#include "plan/problem.h"

#define RANK_LEVELS "ranks" /* the name of the machine */

enum {
	/* A choice simulates each candidate packet by packet. In larger teams, and for collectives
	 * that bring more blocks to nodes, this takes seconds: all links count as links between
	 * processes. */
	RANK_LEVELS_NODES = 256,
	RANK_LEVELS_BLOCKS = 64 * 64
};

/* The places of the nodes: in processes, which are on hosts. A process has several nodes on each
 * thread, in the order of the nodes' numbers. */
struct rank_places {
	int nodes, processes;
	const int *process_of; /* of each node; NULL: runs of equal length */
	const int *host_of;    /* of each process, numbered from 0; NULL: one host */
	const int *threads;    /* of each process */
};

/* Makes a machine of up to three levels: hosts, processes on a host, and threads in a process.
 * Writes the cores of all nodes to *cores, instead of older cores; the caller frees the array.
 * Returns 1 if there is such a machine; 0 if one cost of links is enough, a cost is not known, or
 * there are too many nodes; or -ENOMEM with why. */
int rank_levels_make(struct machine *levels, int **cores, const struct rank_places *places,
	const struct grove_wired_between *between, const struct grove_wired_within *within);

/* Returns false if a choice for such a problem would simulate too much on such a machine. */
bool rank_levels_count(const struct machine *levels, const struct problem *problem);

/* Returns the costs of the slowest links between processes; tau 0: not known. */
struct grove_pace rank_slowest(const struct grove_wired_between *between);

/* Returns the name of the links of a class of such a machine: "between ranks". */
const char *rank_level_name(const struct machine *levels, enum pair_class class);

#endif
