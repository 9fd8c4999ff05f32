/* Finds cpus that other programs gave to this process and that no thread's mask shows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <dlfcn.h>
#include <stdlib.h>
#include "runtime/machine/given_cpus.h"
#include "runtime/machine/pinning.h"

enum {
	PLACE = 1024 /* cpus of a place that are read */
};

/* ---- GNU OpenMP ---- */

/* The functions of OpenMP 4.5 are looked up in a runtime that the program brought, because grove
 * links no OpenMP. LLVM's runtime binds no thread before the first parallel region, but the first
 * of these calls would bind the thread, so LLVM's runtime is left alone. Objects and functions have
 * the same representation on every system with dlsym. */
static bool function_find(void *function, const char *name)
{
	*(void **)function = dlsym(RTLD_DEFAULT, name);
	return *(void **)function;
}

static void place_add(struct cpu_set *set, int number, int cpus, void (*cpus_of)(int, int *))
{
	int cpu[PLACE];

	if (cpus > PLACE)
		return;
	cpus_of(number, cpu);
	for (int i = 0; i < cpus; i++)
		cpu_set_add(set, cpu[i]);
}

static void places_add(struct cpu_set *set)
{
	int (*places)(void), (*size)(int);
	void (*cpus_of)(int, int *), (*llvm)(void);

	if (!getenv("OMP_PLACES") && !getenv("OMP_PROC_BIND") && !getenv("GOMP_CPU_AFFINITY"))
		return;
	if (function_find(&llvm, "__kmpc_fork_call") ||
		!function_find(&places, "omp_get_num_places") ||
		!function_find(&size, "omp_get_place_num_procs") ||
		!function_find(&cpus_of, "omp_get_place_proc_ids"))
		return;
	for (int i = 0; i < places(); i++)
		place_add(set, i, size(i), cpus_of);
}

/* ---- likwid-pin ---- */

static int add_pin(void *set, int number)
{
	cpu_set_add(set, number);
	return 0;
}

void given_cpus_add(struct cpu_set *set)
{
	const char *pins = getenv("LIKWID_PIN");

	places_add(set);
	if (pins)
		list_read(pins, add_pin, set);
}
