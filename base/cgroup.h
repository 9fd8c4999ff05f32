/* Reads the limits that control groups, versions 1 and 2, set for this process. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_CGROUP_H
#define BASE_CGROUP_H

#include <stdbool.h>
#include <stddef.h>

/* Return the number of cpus by quota, the bytes of memory, and the number of processes and threads.
 * INFINITY or SIZE_MAX means no limit. */
double cgroup_cpus(void);
double cgroup_cpus_once(void); /* by the first reading in the process */
size_t cgroup_memory(void);
size_t cgroup_pids(void);

/* Writes the list of cpus that the group may use, "0-3,8". Returns false if no group has a list. */
bool cgroup_cpuset(char *list, size_t size);

/* For tests: sets folders that replace "/proc/self" and "/sys/fs/cgroup". */
void cgroup_root(const char *process, const char *groups);

#endif
