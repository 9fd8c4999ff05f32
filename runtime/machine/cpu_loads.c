/* Spreads the threads of several teams over the cpus, by the number of threads on each cpu. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "runtime/machine/cpu_loads.h"
#include "base/process.h"

static struct {
	uint32_t process;
	uint32_t threads[CPUS_MOST]; /* by the system's number of the cpu */
} loads;

/* A forked child has no threads of its parent's teams. */
static void loads_hold(void)
{
	uint32_t process;

	process_lock(LOCK_LOADS);
	process = atomic_load_explicit(&process_generation, memory_order_relaxed);
	if (loads.process != process)
		memset(loads.threads, 0, sizeof loads.threads);
	loads.process = process;
}

static void loads_release(void)
{
	process_unlock(LOCK_LOADS);
}

/* ---- Choices ---- */

static bool counted(int cpu)
{
	return cpu >= 0 && cpu < CPUS_MOST;
}

/* The cpus of a list, each with its core, and the threads on each core. */
struct cpu_choice {
	const struct pins *pins;
	uint32_t *own;		/* by place in the list: threads of the new team */
	int *core;		/* by place in the list; -1: not known */
	uint32_t *core_threads; /* by core */
	int cores;
};

static void choice_free(struct cpu_choice *choice)
{
	free(choice->own);
	free(choice->core);
	free(choice->core_threads);
}

static int choice_open(struct cpu_choice *choice, const struct pins *pins, const struct cpus *cpus)
{
	int cores = cpus->domains[DOMAIN_CORE];

	*choice = (struct cpu_choice){ .pins = pins, .cores = cores };
	choice->own = calloc((size_t)(pins->count + 1), sizeof *choice->own);
	choice->core = malloc((size_t)(pins->count + 1) * sizeof *choice->core);
	choice->core_threads = calloc((size_t)cores + 1, sizeof *choice->core_threads);
	if (!choice->own || !choice->core || !choice->core_threads) {
		choice_free(choice);
		return why(ENOMEM, "no memory to choose among %d cpus", pins->count);
	}
	for (int i = 0; i < pins->count; i++) {
		const struct cpu *cpu = cpu_numbered(cpus, pins->number[i]);
		int core = cpu ? cpu->domain[DOMAIN_CORE] : -1;

		choice->core[i] = core < cores ? core : -1;
	}
	return 0;
}

/* Threads on cpus that are not in the list count for their core, too. */
static void cores_count(struct cpu_choice *choice, const struct cpus *cpus)
{
	for (int i = 0; i < cpus->count; i++) {
		const struct cpu *cpu = &cpus->cpu[i];
		int core = cpu->domain[DOMAIN_CORE];

		if (core >= 0 && core < choice->cores && counted(cpu->number))
			choice->core_threads[core] += loads.threads[cpu->number];
	}
}

/* The threads of other teams on the cpu weigh more than those on its core. */
static uint64_t load_of(const struct cpu_choice *choice, int place)
{
	int number = choice->pins->number[place], core = choice->core[place];
	uint64_t load = counted(number) ? loads.threads[number] : 0;

	if (choice->pins->spread == SPREAD_CORES && core >= 0)
		return load << 32 | choice->core_threads[core];
	return load << 32;
}

/* Threads of one team wait for each other all the time, so that two of these share a cpu only where
 * every cpu has one, however busy the other cpus are. */
static bool is_better(const struct cpu_choice *choice, int place, int best)
{
	if (choice->own[place] != choice->own[best])
		return choice->own[place] < choice->own[best];
	return load_of(choice, place) < load_of(choice, best);
}

static int least_loaded(const struct cpu_choice *choice)
{
	int best = 0;

	for (int i = 1; i < choice->pins->count; i++)
		if (is_better(choice, i, best))
			best = i;
	return best;
}

static int take(struct cpu_choice *choice, int thread)
{
	const struct pins *pins = choice->pins;
	int place;

	if (pins->count == 0)
		return -1;
	place = pins->spread == SPREAD_NONE ? thread % pins->count : least_loaded(choice);
	choice->own[place]++;
	if (counted(pins->number[place]))
		loads.threads[pins->number[place]]++;
	if (choice->core[place] >= 0)
		choice->core_threads[choice->core[place]]++;
	return pins->number[place];
}

int cpu_loads_take(int *cpu, int threads, const struct pins *pins, const struct cpus *cpus)
{
	struct cpu_choice choice;
	int error = choice_open(&choice, pins, cpus);

	if (error)
		return error;
	loads_hold();
	cores_count(&choice, cpus);
	for (int t = 0; t < threads; t++)
		cpu[t] = take(&choice, t);
	loads_release();
	choice_free(&choice);
	return 0;
}

void cpu_loads_return(int cpu)
{
	if (!counted(cpu))
		return;
	loads_hold();
	loads.threads[cpu]--;
	loads_release();
}
