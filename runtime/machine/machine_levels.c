/* Finds the levels of a machine, from its cpus or from a description. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/size.h"
#include "base/error.h"
#include "runtime/machine/machine_levels.h"

enum {
	MOST_CORES = 1 << 16
};

/* Adds a level. There is at most one level for each kind of part that holds cores. */
static void add_level(struct hierarchy *hierarchy, int size, enum pair_class class)
{
	if (size < 2)
		return;
	hierarchy->size[hierarchy->levels] = size;
	hierarchy->class[hierarchy->levels++] = class;
}

/* ---- From cpus ---- */

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
		add_level(hierarchy, size, class_within(outer, cpus));
		if (cpus->domains[kinds[i]])
			outer = kinds[i];
	}
	if (regular)
		return;
	*hierarchy = (struct hierarchy){ 0 };
	add_level(hierarchy, cpus->domains[DOMAIN_CORE], class_within(DOMAIN_NODE, cpus));
}

int machine_levels_read(struct hierarchy *hierarchy)
{
	const struct cpus *cpus = cpus_machine();

	if (!cpus)
		return -ENOMEM;
	machine_levels_of(hierarchy, cpus);
	return 0;
}

/* ---- From a description ---- */

/* The parts that a description may name, from the outermost to the innermost. A part is named by
 * any beginning of `name` that is not shorter than `least`. `class` is the class of two cores that
 * share such a part and no smaller part. */
static const struct part {
	const char *least, *name;
	enum pair_class class;
} parts[] = {
	{ "pack", "package", SAME_PACKAGE },
	{ "sock", "socket", SAME_PACKAGE },
	{ "die", "die", SAME_PACKAGE },
	{ "numa", "numanode", SAME_PACKAGE },
	{ "group", "group", SAME_PACKAGE },
	{ "l4", "l4cache", SAME_L3 },
	{ "l3", "l3cache", SAME_L3 },
	{ "l2", "l2cache", SAME_L2 },
	{ "l1", "l1cache", SAME_L2 },
	{ "core", "core", SAME_L2 },
	{ "pu", "pu", SAME_L2 },
};

static const struct part *const core = &parts[9];

static const struct part *part_named(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (length >= strlen(parts[i].least) && length <= strlen(parts[i].name) &&
			!strncasecmp(parts[i].name, name, length))
			return &parts[i];
	return NULL;
}

/* Skips memories, "[numa]", and attributes, "(size=32MB)", which are not levels. */
static const char *skip_rest(const char *text)
{
	text += strspn(text, " \t");
	while (*text == '[' || *text == '(') {
		text += strcspn(text, "])");
		text += *text != '\0';
		text += strspn(text, " \t");
	}
	return text;
}

/* Reads a part, e.g. "l3:4", at *text, and moves *text behind the part. Returns 0 or -EINVAL. */
static int read_part(const struct part **part, int *count, const char **text)
{
	size_t length = strcspn(*text, ":");
	char *end;
	long number;

	*part = (*text)[length] ? part_named(*text, length) : NULL;
	if (!*part)
		return -EINVAL;
	number = strtol(*text + length + 1, &end, 10);
	if (end == *text + length + 1 || number < 1 || number > MOST_CORES)
		return -EINVAL;
	*count = (int)number;
	*text = skip_rest(end);
	return 0;
}

/* Each part must lie inside the part before. The hardware threads of a core count once. */
static int describe(struct hierarchy *hierarchy, const char *text)
{
	const struct part *part, *outer = NULL;
	int count, packages = 1;
	long cores = 1;

	*hierarchy = (struct hierarchy){ 0 };
	text = skip_rest(text);
	if (!*text)
		return -EINVAL;
	for (; *text; outer = part) {
		if (read_part(&part, &count, &text) || (outer && part <= outer))
			return -EINVAL;
		if (outer == core)
			continue;
		cores *= count;
		if (cores > MOST_CORES || (count > 1 && hierarchy->levels == HIERARCHY_LEVELS))
			return -EINVAL;
		if (part <= &parts[1])
			packages = count;
		add_level(hierarchy, count,
			outer	       ? outer->class
			: packages > 1 ? OTHER_PACKAGE
				       : SAME_PACKAGE);
	}
	return 0;
}

int machine_levels_described(struct hierarchy *hierarchy, const char *text)
{
	if (describe(hierarchy, text))
		return why(EINVAL,
			"'%s' does not describe a machine; write \"pack:2 l3:4 core:8\": packages, "
			"last-level caches in each, cores in each",
			text);
	if (!hierarchy->levels)
		return why(EINVAL, "'%s' has one core: nothing lies apart", text);
	return 0;
}

int machine_levels_network(struct network *net, const char *name, const struct hierarchy *hierarchy)
{
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
