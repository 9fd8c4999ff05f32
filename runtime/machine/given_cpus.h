/* Finds cpus that other programs gave to this process and that no thread's mask shows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_GIVEN_CPUS_H
#define RUNTIME_MACHINE_GIVEN_CPUS_H

#include "runtime/machine/cpus.h"

/* Adds all the cpus that GNU OpenMP or likwid-pin deals out to threads. GNU OpenMP binds the first
 * thread before main when OMP_PLACES, OMP_PROC_BIND or GOMP_CPU_AFFINITY is set, and likwid-pin
 * binds the first thread before the program begins. */
void given_cpus_add(struct cpu_set *set);

#endif
