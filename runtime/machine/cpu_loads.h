/* Spreads the threads of several teams over the cpus, by the number of threads on each cpu. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_CPU_LOADS_H
#define RUNTIME_MACHINE_CPU_LOADS_H

#include "runtime/machine/pinning.h"

/* Writes cpu[threads], the cpu of each thread of a new team, and counts the threads. -1: the thread
 * is not bound. A list that the caller chose is taken as it is. Otherwise a thread gets a cpu with
 * the fewest threads of the new team, then one with the fewest threads of open teams of this
 * process, then one whose core has the fewest (if the list has distinct cores first), then the
 * first of the list. A single team therefore gets the list in its order. A forked child counts
 * again. Any thread may call this function. Returns 0, or -ENOMEM with why. */
int cpu_loads_take(int *cpu, int threads, const struct pins *pins, const struct cpus *cpus);

/* Returns a thread's cpu; -1 is allowed. */
void cpu_loads_return(int cpu);

#endif
