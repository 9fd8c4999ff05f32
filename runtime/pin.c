/* Pinning: reads what the caller asks for, and binds threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include "base/why.h"
#include "runtime/cgroup.h"
#include "runtime/pin.h"

int cores_usable(void)
{
	cpu_set_t set;
	double quota = cgroup_cpus();
	int cores = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);

	if (quota < cores)
		cores = quota < 1 ? 1 : (int)quota;
	return cores;
}

int pins_choose(struct pins *pins, const char *text, int threads)
{
	cpu_set_t set;
	int cpu = -1;

	(void)text;
	sched_getaffinity(0, sizeof set, &set);
	pins->threads = threads;
	pins->cpu = calloc((size_t)threads, sizeof *pins->cpu);
	if (!pins->cpu)
		return why(ENOMEM, "no memory to pin %d threads", threads);
	for (int t = 0; t < threads; t++) {
		do
			cpu = (cpu + 1) % CPU_SETSIZE;
		while (!CPU_ISSET(cpu, &set));
		pins->cpu[t] = cpu;
	}
	return 0;
}

void pins_free(struct pins *pins)
{
	free(pins->cpu);
}

int thread_pin(pthread_t thread, int cpu)
{
	cpu_set_t set;

	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	return pthread_setaffinity_np(thread, sizeof set, &set);
}
