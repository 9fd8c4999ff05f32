/* A hierarchy says how cores lie within caches and packages, and what links cost. */
/* SPDX-License-Identifier: BSD-2-Clause */
/* The model of machines with levels consists of three files:
 *
 *	hierarchy	the levels, and the network with the levels as digits: machine:N
 *	core_simulator	the time of a schedule on cores that carry out the nodes
 *	contention	the connections of caches and packages, which all bytes of a step share
 *
 * library/machine/machine_levels.c reads the levels of this machine, analysis/machine_description.c
 * reads the levels of a description, and analysis/domain_bound.c computes the lower bound.
 *
 * The latencies of the machines in machine.c are published. Bandwidths, the work of a core for a
 * packet, and the rates of connections are assumed. A calibrated machine has measured costs for the
 * classes of core pairs on that machine. The model leaves out:
 *
 *	waits between several readers of a line or buffer: the root of a flat broadcast serves
 *		all readers at once
 *	the limits of a package's memory, and the place of memory (NUMA)
 *	different distances in the mesh of a package
 *	prefetching
 *	the cost of folding in addition to copying
 *	the noise of a machine
 *
 * No machine with more than two cores has confirmed a time of this model. */
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
	/* seconds for each byte of all bytes that leave a domain at once, or enter the domain: a
	 * package for OTHER_PACKAGE, a last-level cache for SAME_PACKAGE; 0: no limit is known */
	double shared;
};

/* Returns the seconds for each byte, in the caches or beyond the caches. */
static inline double link_tau(const struct link_class *class, bool memory)
{
	return memory && class->memory_tau > 0 ? class->memory_tau : class->tau;
}

enum {
	HIERARCHY_LEVELS = 6
};

/* The levels, the outermost first: {2 packages, 4 caches each, 8 cores each}. The digits of core c
 * in the mixed radix of the sizes, the outermost first, are the place of the core. A hierarchy is
 * made from this machine (library/machine/machine_levels.h) or from a description
 * (analysis/machine_description.h). */
struct hierarchy {
	int levels; /* 0: no hierarchy, all links are alike */
	int size[HIERARCHY_LEVELS];
	enum pair_class class[HIERARCHY_LEVELS]; /* of two cores that first differ at this level */
};

/* Return "same-thread" ... "other-package", and the class of a name: 0, or -EINVAL with why. */
const char *pair_class_name(enum pair_class class);
int pair_class_named(enum pair_class *class, const char *name);

/* Adds the next level inwards. A level of fewer than two parts is left out. */
void hierarchy_add(struct hierarchy *hierarchy, int size, enum pair_class class);

/* Return the number of all cores, and the number of cores in a domain of the level. */
int hierarchy_cores(const struct hierarchy *hierarchy);
int hierarchy_within(const struct hierarchy *hierarchy, int level);

/* Returns the core of node v of `nodes`. Each node has a core of its own if the cores are enough;
 * else each core has a run of nodes, as threads have. */
int hierarchy_core(const struct hierarchy *hierarchy, int nodes, int v);

/* Returns the outermost level at which two cores differ, or `levels` for the same core. */
int hierarchy_apart(const struct hierarchy *hierarchy, int one, int other);

/* Returns the class of two cores. */
enum pair_class hierarchy_class(const struct hierarchy *hierarchy, int one, int other);

/* Opens the network whose digits are the levels, for that many nodes (0: a node for each core). The
 * outermost level comes first, as in gh:2x4x8, so that the label of node v is the place of the
 * node's core. Fewer nodes than cores fill the innermost domains, domain after domain. With more
 * nodes than cores, the run of nodes on a core is a digit, too. Nodes within a single domain, or
 * nodes that fill the domains unevenly, make a complete network gh:N. */
int hierarchy_network(struct network *net, const struct hierarchy *hierarchy, int nodes);

#endif
