/* The table of machines that simulations assume when nobody has measured one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "plan/machine.h"

/* Only a start-up and a rate can be said of a machine here. What else shapes its times - packets
 * that the system cuts again, ports that overlap only in part - stands in its text. */
static const struct machine machines[] = {
	{ "unit", "one second for each packet and none for its bytes: the time counts start-ups",
		"", 1.0, 0.0 },
	{ "threads",
		"a rough guess at a pair of cores of a present-day machine that share a cache; "
		"`grove link` measures yours",
		"", 1e-7, 1e-10 },
	{ "ipsc",
		"Intel iPSC, 1986: 8 ms for each packet, channels of 10 Mbit/s. Its system cuts "
		"messages at 1 KiB, for 6 ms each: use packets of at most 1K",
		"Johnsson & Ho 1986, section 8.1", 8e-3, 8e-7 },
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
