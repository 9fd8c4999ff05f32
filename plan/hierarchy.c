/* Tells how far apart two cores of a hierarchy are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/why.h"
#include "plan/hierarchy.h"

static const char *const names[PAIR_CLASSES] = { "same-thread", "same-l2", "same-l3",
	"same-package", "other-package" };

const char *pair_class_name(enum pair_class class)
{
	return names[class];
}

int pair_class_named(enum pair_class *class, const char *name)
{
	for (int i = 0; i < PAIR_CLASSES; i++)
		if (!strcmp(names[i], name)) {
			*class = (enum pair_class)i;
			return 0;
		}
	return why(EINVAL,
		"there is no class of core pairs '%s'; there are same-thread, same-l2, same-l3, "
		"same-package, other-package",
		name);
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

int hierarchy_apart(const struct hierarchy *hierarchy, int one, int other)
{
	int level = 0;

	while (level < hierarchy->levels && one / hierarchy_within(hierarchy, level) ==
						    other / hierarchy_within(hierarchy, level))
		level++;
	return level;
}

enum pair_class hierarchy_class(const struct hierarchy *hierarchy, int one, int other)
{
	int level = hierarchy_apart(hierarchy, one, other);

	return level < hierarchy->levels ? hierarchy->class[level] : SAME_THREAD;
}
