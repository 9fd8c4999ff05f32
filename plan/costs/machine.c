/* Lists the machines that simulations can assume without a measurement. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "plan/costs/machine.h"

/* The assumed cost of a packet for each of its two cores, on machines with levels. A start-up is
 * the published time of a cache line plus twice this cost. */
#define WORK 10e-9

static const struct machine machines[] = {
	{ "unit", "one second for each packet and none for its bytes: the time counts start-ups",
		"", 1.0, 0.0, 0, 0.0, 0.0 },
	{ "threads",
		"a rough guess at a pair of cores of a present-day machine that share a cache; "
		"`grove link` measures yours",
		"", 1e-7, 1e-10, 0, 0.0, 0.0 },
	{ "ipsc",
		"Intel iPSC, 1986: 8 ms for each packet and 10 Mbit/s; its system cuts packets at "
		"1 KiB, for 6 ms each; a node's ports overlap by 20 %",
		"Johnsson & Ho 1986, section 8.1", 8e-3, 8e-7, 1024, 6e-3, 0.8 },
	{ "ncube3", "nCUBE 3, 1996: about 3 us for each packet, channels of 50 MB/s",
		"van der Steen & Dongarra 1996, section on the nCUBE 3", 3e-6, 2e-8, 0, 0.0, 0.0 },
	{ .name = "milan",
		.text = "two packages of 6 caches of 8 cores, as AMD EPYC 7R13: a line takes 23 ns "
			"within a cache, 107 to another one, 197 to the other package. Assumed: "
			"10 ns of work at each end of a packet; copies at 20, 10 and 8 GB/s, 5 "
			"beyond caches; 40 GB/s for all that leaves a cache, 100 a package",
		.citation = "latencies: N. Viennot, core-to-core-latency, 2022 (c6a.metal)",
		.beta = 217e-9,
		.tau = 1 / 8e9,
		.packet = WORK,
		.class = { [SAME_THREAD] = { .beta = 2 * WORK,
				   .tau = 1 / 20e9,
				   .memory_tau = 1 / 5e9 },
			[SAME_L2] = { 10e-9 + 2 * WORK, 1 / 20e9, 1 / 5e9, 0 },
			[SAME_L3] = { 23e-9 + 2 * WORK, 1 / 20e9, 1 / 5e9, 0 },
			[SAME_PACKAGE] = { 107e-9 + 2 * WORK, 1 / 10e9, 1 / 5e9, 1 / 40e9 },
			[OTHER_PACKAGE] = { 197e-9 + 2 * WORK, 1 / 8e9, 1 / 5e9, 1 / 100e9 } },
		.cache = 32 << 20,
		.hierarchy = { 3, { 2, 6, 8 }, { OTHER_PACKAGE, SAME_PACKAGE, SAME_L3 } } },
};

const struct machine *machine_at(int i)
{
	int count = sizeof machines / sizeof machines[0];

	return i >= 0 && i < count ? &machines[i] : NULL;
}

const struct machine *machine_named(const char *name)
{
	for (int i = 0; machine_at(i); i++)
		if (!strcmp(machine_at(i)->name, name))
			return machine_at(i);
	return NULL;
}

double machine_time(const struct machine *machine, size_t bytes)
{
	size_t further = machine->internal && bytes ? (bytes - 1) / machine->internal : 0;

	return machine->beta + machine->tau * (double)bytes + machine->again * (double)further;
}

int machine_core(const struct machine *machine, int nodes, int v)
{
	return machine->core_of ? machine->core_of[v]
				: hierarchy_core(&machine->hierarchy, nodes, v);
}

const struct link_class *machine_link(const struct machine *machine, int nodes, int from, int to)
{
	return &machine->class[hierarchy_class(&machine->hierarchy,
		machine_core(machine, nodes, from), machine_core(machine, nodes, to))];
}
