/* Finds the levels of a machine from its cpus. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/size.h"
#include "base/error.h"
#include "base/surroundings.h"
#include "library/machine/machine_levels.h"

/* Returns the class of two cores that share such a part and no smaller part. */
static enum pair_class class_within(enum domain kind, const struct cpus *cpus)
{
	switch (kind) {
	case DOMAIN_L2:
		return SAME_L2;
	case DOMAIN_L3:
		return SAME_L3;
	case DOMAIN_NODE:
		return cpus->domains[DOMAIN_SOCKET] > 1 ? OTHER_PACKAGE : SAME_PACKAGE;
	default:
		return SAME_PACKAGE;
	}
}

/* Returns how many parts of kind `inner` (DOMAINS: cpus) each part of kind `outer` has, or 0 if the
 * numbers differ. In compact order the cpus of a part are adjacent. */
static int arity(const struct cpus *cpus, enum domain outer, enum domain inner)
{
	int first = 0, parts = 0;

	for (int i = 0; i < cpus->count; i++) {
		const struct cpu *cpu = &cpus->cpu[i];
		bool begins = !i || cpu->domain[outer] != cpu[-1].domain[outer];

		if (begins && i) {
			if (first && parts != first)
				return 0;
			first = parts;
			parts = 0;
		}
		parts += begins || inner == DOMAINS || cpu->domain[inner] != cpu[-1].domain[inner];
	}
	return first && parts != first ? 0 : parts;
}

void machine_levels_of(struct hierarchy *hierarchy, const struct cpus *cpus)
{
	static const enum domain kinds[] = { DOMAIN_SOCKET, DOMAIN_DIE, DOMAIN_L3, DOMAIN_L2,
		DOMAIN_CORE };
	enum domain outer = DOMAIN_NODE;
	bool regular = arity(cpus, DOMAIN_CORE, DOMAINS) > 0;

	*hierarchy = (struct hierarchy){ 0 };
	for (size_t i = 0; i < sizeof kinds / sizeof kinds[0] && regular; i++) {
		int size = cpus->domains[kinds[i]] ? arity(cpus, outer, kinds[i]) : 1;

		regular = size > 0;
		hierarchy_add(hierarchy, size, class_within(outer, cpus));
		if (cpus->domains[kinds[i]])
			outer = kinds[i];
	}
	if (regular)
		return;
	*hierarchy = (struct hierarchy){ 0 };
	hierarchy_add(hierarchy, cpus->domains[DOMAIN_CORE], class_within(DOMAIN_NODE, cpus));
}

/* Finds the levels of this machine. Returns 0, or -ENOMEM with why. */
static int machine_levels_read(struct hierarchy *hierarchy)
{
	const struct cpus *cpus = cpus_machine_anew();

	if (!cpus)
		return -ENOMEM;
	machine_levels_of(hierarchy, cpus);
	return 0;
}

int machine_levels_network(struct network *net, const char *name, const struct hierarchy *hierarchy)
{
	PLAIN_SURROUNDINGS;
	static const char own[] = "machine";
	size_t length = sizeof own - 1;
	struct hierarchy here;
	int nodes = 0, error = 0;

	if (strncmp(name, own, length) || (name[length] && name[length] != ':'))
		return network_open(net, name);
	if (name[length] && number_parse(&nodes, name + length + 1, 1, NETWORK_NODES - 1))
		return why(EINVAL, "'%s': write machine:N, N nodes on this machine's cores", name);
	if (!hierarchy) {
		error = machine_levels_read(&here);
		hierarchy = &here;
	}
	return error ? error : hierarchy_network(net, hierarchy, nodes);
}
