/* Control groups: what the system lets this group of processes use, versions 1 and 2. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_CGROUP_H
#define BASE_CGROUP_H

#include <stdbool.h>
#include <stddef.h>

/* Cpus by quota, bytes of memory, processes and threads; infinite or SIZE_MAX: no limit. */
double cgroup_cpus(void);
size_t cgroup_memory(void);
size_t cgroup_pids(void);

/* The list of cpus that the group may use, "0-3,8"; false where none says. */
bool cgroup_cpuset(char *list, size_t size);

/* For tests: the folders in place of "/proc/self" and "/sys/fs/cgroup". */
void cgroup_root(const char *process, const char *groups);

#endif
