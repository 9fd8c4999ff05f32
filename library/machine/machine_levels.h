/* Finds the levels of a machine: the nested caches, dies and packages that its cores share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef LIBRARY_MACHINE_LEVELS_H
#define LIBRARY_MACHINE_LEVELS_H

#include "plan/costs/hierarchy.h"
#include "runtime/machine/cpus.h"

/* Finds the levels of a machine, down to the cores; the hardware threads of a core count once. A
 * machine that is too irregular for digits becomes a single level with all cores, of the class of
 * the two farthest cores. */
void machine_levels_of(struct hierarchy *hierarchy, const struct cpus *cpus);

/* Opens the network of that name. "machine", or "machine:N" for N nodes, is the network that has
 * these levels as digits (hierarchy_network); NULL stands for the levels of this machine. */
int machine_levels_network(
	struct network *net, const char *name, const struct hierarchy *hierarchy);

#endif
