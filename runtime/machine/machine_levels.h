/* Finds the levels of a machine: the nested caches, dies and packages that its cores share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_MACHINE_LEVELS_H
#define RUNTIME_MACHINE_MACHINE_LEVELS_H

#include "plan/model/hierarchy.h"
#include "runtime/machine/cpus.h"

/* Finds the levels of a machine, down to the cores; the hardware threads of a core count once. A
 * machine that is too irregular for digits becomes a single level with all cores, of the class of
 * the two farthest cores. */
void machine_levels_of(struct hierarchy *hierarchy, const struct cpus *cpus);

/* Reads the levels of a machine from a text such as "pack:2 l3:4 core:8": parts of a machine from
 * the outermost to the innermost, each with the number of such parts in a part of the kind before.
 * Returns 0, or -EINVAL with why. */
int machine_levels_described(struct hierarchy *hierarchy, const char *text);

/* Finds the levels of this machine. Returns 0, or -ENOMEM with why. */
int machine_levels_read(struct hierarchy *hierarchy);

/* Opens the network of that name. "machine", or "machine:N" for N nodes, is the network that has
 * these levels as digits (hierarchy_network); NULL stands for the levels of this machine. */
int machine_levels_network(struct network *net, const char *name, const struct hierarchy *hierarchy);

#endif
