/* Computes the distance of two cores of a hierarchy, and the network of the levels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>
#include "plan/costs/hierarchy.h"

static const char *const names[PAIR_CLASSES] = { "same-thread", "same-l2", "same-l3",
	"same-package", "other-package" };

const char *pair_class_name(enum pair_class class)
{
	return names[class];
}

void hierarchy_add(struct hierarchy *hierarchy, int size, enum pair_class class)
{
	if (size < 2)
		return;
	hierarchy->size[hierarchy->levels] = size;
	hierarchy->class[hierarchy->levels++] = class;
}

int hierarchy_within(const struct hierarchy *hierarchy, int level)
{
	int cores = 1;

	for (int i = level + 1; i < hierarchy->levels; i++)
		cores *= hierarchy->size[i];
	return cores;
}

int hierarchy_cores(const struct hierarchy *hierarchy)
{
	return hierarchy_within(hierarchy, -1);
}

int hierarchy_core(const struct hierarchy *hierarchy, int nodes, int v)
{
	int cores = hierarchy_cores(hierarchy);

	return nodes <= cores ? v : (int)((((long long)v + 1) * cores - 1) / nodes);
}

enum pair_class hierarchy_class(const struct hierarchy *hierarchy, int one, int other)
{
	for (int level = 0; level < hierarchy->levels; level++) {
		int cores = hierarchy_within(hierarchy, level);

		if (one / cores != other / cores)
			return hierarchy->class[level];
	}
	return SAME_THREAD;
}

/* Finds the digits of that many nodes, the innermost first. Returns the number of digits, or 0 if
 * the nodes do not fill the domains evenly. */
static int digits_of(const struct hierarchy *h, int nodes, int digit[HIERARCHY_LEVELS + 1])
{
	int cores = hierarchy_cores(h), count = 0;

	if (nodes > cores) {
		if (nodes % cores)
			return 0;
		digit[count++] = nodes / cores;
		nodes = cores;
	}
	for (int level = h->levels - 1; level >= 0 && nodes > 1; level--) {
		int size = nodes < h->size[level] ? nodes : h->size[level];

		if (nodes % size)
			return 0;
		digit[count++] = size;
		nodes /= size;
	}
	return count;
}

int hierarchy_network(struct network *net, const struct hierarchy *hierarchy, int nodes)
{
	int digit[HIERARCHY_LEVELS + 1], used = 3, count;
	char name[NETWORK_NAME] = "gh:";

	if (!nodes)
		nodes = hierarchy_cores(hierarchy);
	count = digits_of(hierarchy, nodes, digit);
	if (!count) {
		digit[0] = nodes;
		count = 1;
	}
	while (count--)
		used += snprintf(name + used, sizeof name - (size_t)used, "%d%s", digit[count],
			count ? "x" : "");
	return network_open(net, name);
}
