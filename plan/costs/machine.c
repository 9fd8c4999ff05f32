/* Lists the machines that simulations can assume without a measurement. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "plan/costs/machine.h"

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
