/* Hierarchies: how cores lie within caches and packages, and what links between them cost. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MODEL_HIERARCHY_H
#define PLAN_MODEL_HIERARCHY_H

#include <stdbool.h>
#include <stddef.h>
#include "topology/network.h"

/* How far apart two cores are: the nearest thing that both are in. */
enum pair_class {
	SAME_THREAD, /* two nodes of one thread */
	SAME_L2,     /* also two hardware threads of one core */
	SAME_L3,
	SAME_PACKAGE, /* other last-level caches */
	OTHER_PACKAGE,
	PAIR_CLASSES
};

/* What a link between two cores of a class costs. All zeros: nobody knows. */
struct link_class {
	double beta;	   /* seconds for each packet, from send to receipt */
	double tau;	   /* seconds for each byte that caches hold */
	double memory_tau; /* seconds for each byte beyond the caches; 0: not known */
	double shared;	   /* seconds for each byte of all that leaves one domain at once, or enters
			      it: one package for OTHER_PACKAGE, one last-level cache for
			      SAME_PACKAGE; 0: no limit is known */
};

/* Seconds for each byte, held by caches or beyond them. */
static inline double link_tau(const struct link_class *class, bool memory)
{
	return memory && class->memory_tau > 0 ? class->memory_tau : class->tau;
}

enum {
	HIERARCHY_LEVELS = 6
};

/* Levels, the outermost first: {2 packages, 4 caches each, 8 cores each}. Core c has its place for
 * digits, in the mixed radix of the sizes, the outermost first. A hierarchy is made from this machine
 * (library/machine_levels.h) or from a description (analysis/machine_description.h). */
struct hierarchy {
	int levels; /* 0: there is none, all links are alike */
	int size[HIERARCHY_LEVELS];
	enum pair_class class[HIERARCHY_LEVELS]; /* of two cores that first differ at this level */
};

/* "same-thread" ... "other-package"; or -EINVAL with why. */
const char *pair_class_name(enum pair_class class);
int pair_class_named(enum pair_class *class, const char *name);

/* Adds the next level inwards; a level of fewer than two parts is none. */
void hierarchy_add(struct hierarchy *hierarchy, int size, enum pair_class class);

/* How many cores there are; those in one domain of the level. */
int hierarchy_cores(const struct hierarchy *hierarchy);
int hierarchy_within(const struct hierarchy *hierarchy, int level);

/* The core of node v of `nodes`: its own one, where there are enough; else each core has a run of
 * nodes, as threads have. */
int hierarchy_core(const struct hierarchy *hierarchy, int nodes, int v);

/* The outermost level at which two cores differ; `levels` when they are the same. */
int hierarchy_apart(const struct hierarchy *hierarchy, int one, int other);

/* The class of two cores. */
enum pair_class hierarchy_class(const struct hierarchy *hierarchy, int one, int other);

/* The network whose digits are the levels, for that many nodes (0: one for each core): gh:2x4x8, the
 * outermost first, so that node v's label is its core's place. Fewer nodes than cores fill the
 * innermost domains, one after another; more are runs on each core, as a digit of their own. Nodes
 * within one domain, or as many as do not fill domains evenly, are one complete network, gh:N. */
int hierarchy_network(struct network *net, const struct hierarchy *hierarchy, int nodes);

#endif
