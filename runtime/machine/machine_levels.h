/* Levels: the hierarchy of caches and packages of a machine, as it is or as a text describes it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_MACHINE_LEVELS_H
#define RUNTIME_MACHINE_MACHINE_LEVELS_H

#include "plan/model/hierarchy.h"
#include "runtime/machine/cpus.h"

/* The levels of a machine, down to its cores; hardware threads of a core are one. What is not as
 * regular as digits are is one level, of as many cores, of the class of the farthest two. */
void machine_levels_of(struct hierarchy *hierarchy, const struct cpus *cpus);

/* Those of a machine that a text describes: "pack:2 l3:4 core:8", parts of a machine from the outermost to
 * the innermost, and how many there are in each one of the part before. 0 or -EINVAL with why. */
int machine_levels_described(struct hierarchy *hierarchy, const char *text);

/* Those of this machine. 0 or -ENOMEM with why. */
int machine_levels_read(struct hierarchy *hierarchy);

/* The network of that name; "machine", or "machine:N" for N nodes, is the one whose digits are these
 * levels (hierarchy_network); those of this machine where hierarchy is NULL. */
int machine_levels_network(struct network *net, const char *name, const struct hierarchy *hierarchy);

#endif
