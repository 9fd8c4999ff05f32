/* Reads the kernel's files about a machine: which cpus exist, and which parts the cpus share. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_SYSFS_H
#define RUNTIME_MACHINE_SYSFS_H

#include "runtime/machine/cpus.h"

/* Reads sys/devices/system/cpu and sys/devices/system/node under `root`, which is "" or the folder
 * of a test. Leaves out cpus that are offline or not `allowed`. If a file is missing,
 * each cpu is a core of its own, all cpus are a single package, and caches are not known. No cpu is
 * usable as yet. Returns 0, or -ENOMEM with why. */
int machine_read(struct cpus *cpus, const char *root, const struct cpu_set *allowed);

/* Reads the bytes of the first cpu's data cache of the first level; 0: not known. */
size_t cache_first_level(const struct cpus *cpus, const char *root);

/* Reads the model of the processor from proc/cpuinfo under `root`; "": not known. */
void model_read(char model[CPUS_MODEL], const char *root);

/* Adds the cpus of a kernel's list, "0-3,8". */
void cpu_set_list(struct cpu_set *set, const char *list);

#endif
