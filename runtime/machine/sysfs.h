/* The kernel's files about a machine: which cpus there are, and what they share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_SYSFS_H
#define RUNTIME_MACHINE_SYSFS_H

#include "runtime/machine/cpus.h"

/* Reads what lies under `root`, "" or the folder of a test: sys/devices/system/cpu and node, proc/cpuinfo.
 * Cpus that are offline are not there, nor are those that are not `allowed`. Where a file is missing, each cpu is a core
 * of its own, all are one package, and caches are not known. None is usable as yet. 0 or -ENOMEM with why. */
int machine_read(struct cpus *cpus, const char *root, const struct cpu_set *allowed);

/* Adds the cpus of a list of the kernel's, "0-3,8". */
void cpu_set_list(struct cpu_set *set, const char *list);

#endif
