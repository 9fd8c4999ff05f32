/* Cpus that other programs gave to this process, where the masks of its threads do not show them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_MACHINE_GIVEN_CPUS_H
#define RUNTIME_MACHINE_GIVEN_CPUS_H

#include "runtime/machine/cpus.h"

/* GNU OpenMP binds the first thread before main when OMP_PLACES, OMP_PROC_BIND or GOMP_CPU_AFFINITY is set,
 * and likwid-pin binds it before the program begins. Adds all the cpus that they deal out to threads. */
void given_cpus_add(struct cpu_set *set);

#endif
