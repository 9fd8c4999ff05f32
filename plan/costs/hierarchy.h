/* A hierarchy says how cores lie within caches and packages, and what links cost. */
/* SPDX-License-Identifier: BSD-2-Clause */
/* Two machines have levels. library/machine/machine_levels.c reads those of this machine, for the
 * network machine:N. library/rank_levels.c makes those of ranks, whose packets have the costs of a
 * thread, a process or a host; plan/model/core_simulator.c finds the time of a schedule there. */
#ifndef PLAN_COSTS_HIERARCHY_H
#define PLAN_COSTS_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include "topology/network.h"

/* The distance of two cores, named by the nearest cache or package that contains both cores. */
enum pair_class {
	SAME_THREAD, /* two nodes of one thread */
	SAME_L2,     /* also two hardware threads of one core */
	SAME_L3,
	SAME_PACKAGE, /* different last-level caches */
	OTHER_PACKAGE,
	PAIR_CLASSES
};

/* The cost of a link between two cores of a class. All zeros: the cost is not known. */
struct link_class {
	double beta;	   /* seconds for each packet, from send to receipt */
	double tau;	   /* seconds for each byte in the caches */
	double memory_tau; /* seconds for each byte beyond the caches; 0: not known */
};

enum {
	HIERARCHY_LEVELS = 6
};

/* The levels, the outermost first: {2 packages, 4 caches each, 8 cores each}. The digits of core c
 * in the mixed radix of the sizes, the outermost first, are the place of the core. */
struct hierarchy {
	int levels; /* 0: no hierarchy, all links are alike */
	int size[HIERARCHY_LEVELS];
	enum pair_class class[HIERARCHY_LEVELS]; /* of two cores that first differ at this level */
};

/* Returns "same-thread" ... "other-package". */
const char *pair_class_name(enum pair_class class);

/* Adds the next level inwards. A level of fewer than two parts is left out. */
void hierarchy_add(struct hierarchy *hierarchy, int size, enum pair_class class);

/* Return the number of all cores, and the number of cores in a domain of the level. */
int hierarchy_cores(const struct hierarchy *hierarchy);
int hierarchy_within(const struct hierarchy *hierarchy, int level);

/* Returns the core of node v of `nodes`. Each node has a core of its own if the cores are enough;
 * else each core has a run of nodes, as threads have. */
int hierarchy_core(const struct hierarchy *hierarchy, int nodes, int v);

/* Returns the class of two cores. */
enum pair_class hierarchy_class(const struct hierarchy *hierarchy, int one, int other);

/* Opens the network whose digits are the levels, for that many nodes (0: a node for each core). The
 * outermost level comes first, as in gh:2x4x8, so that the label of node v is the place of the
 * node's core. Fewer nodes than cores fill the innermost domains, domain after domain. With more
 * nodes than cores, the run of nodes on a core is a digit, too. Nodes within a single domain, or
 * nodes that fill the domains unevenly, make a complete network gh:N. */
int hierarchy_network(struct network *net, const struct hierarchy *hierarchy, int nodes);

#endif
