/* Levels: the hierarchy of caches and packages that hwloc sees in a machine, or reads from a text. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_LEVELS_H
#define RUNTIME_LEVELS_H

#include <hwloc.h>
#include "plan/hierarchy.h"

/* The levels of a topology, down to its cores; hardware threads of a core are one. What is not as
 * regular as digits are is one level, of as many cores, of the class of the farthest two. -EINVAL
 * where there are more levels than a hierarchy holds. */
int levels_of(struct hierarchy *hierarchy, hwloc_topology_t topology);

/* Those of a machine that a text describes, as hwloc does: "pack:2 l3:4 core:8". 0, -EINVAL with why,
 * or -ENOMEM. */
int levels_described(struct hierarchy *hierarchy, const char *text);

/* Those of this machine. 0, or as levels_of. */
int levels_read(struct hierarchy *hierarchy);

/* The network of that name; "machine", or "machine:N" for N nodes, is the one whose digits are these
 * levels (hierarchy_network); those of this machine where hierarchy is NULL. */
int levels_network(struct network *net, const char *name, const struct hierarchy *hierarchy);

#endif
