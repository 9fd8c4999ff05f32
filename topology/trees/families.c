/* Finds tree families by index and by name, and says on which networks each family exists. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"

#define POINTER_TO_FAMILY(name) &family_##name,
static const struct family *const families[] = { TREE_FAMILIES(POINTER_TO_FAMILY) NULL };

const struct family *family_at(int i)
{
	int count = sizeof families / sizeof families[0] - 1;

	return i >= 0 && i < count ? families[i] : NULL;
}

const struct family *family_named(const char *name)
{
	for (int i = 0; families[i]; i++)
		if (families[i]->name[0] == name[0] && !strcmp(families[i]->name, name))
			return families[i];
	return NULL;
}

const struct family *family_along(const char *algorithm)
{
	size_t length = strcspn(algorithm, "-");

	for (int i = 0; families[i]; i++)
		if (families[i]->name[0] == algorithm[0] &&
			!strncmp(families[i]->name, algorithm, length) &&
			!families[i]->name[length])
			return families[i];
	return NULL;
}

/* Lists the families that a user may ask for on this network: "sbt, nrsbt, bfs". */
static void list_families(const struct network *net, char *text, int size)
{
	text[0] = '\0';
	for (int i = 0, used = 0; families[i] && used < size; i++)
		if (families[i]->name[0] != '.' && !families[i]->applies(net))
			used += snprintf(text + used, size - used, "%s%s", used ? ", " : "",
				families[i]->name);
}

int family_applies(const struct family *family, const struct network *net)
{
	char there[256];

	if (!family->applies(net))
		return 0;
	list_families(net, there, sizeof there);
	return why(EINVAL, "%s: needs %s, got %s; there: %s", family->name, family->networks,
		net->name, there);
}

int family_trees(const struct family *family, const struct network *net)
{
	if (family->trees == ONE_FOR_EACH_PORT)
		return net->ports;
	return family->trees == ONE_FOR_EACH_ROTATION ? network_rotations(net) : family->trees;
}

int applies_everywhere(const struct network *net)
{
	(void)net;
	return 0;
}

int applies_to_cubes_with_links(const struct network *net)
{
	return net->kind == &kind_cube && net->ports ? 0 : -EINVAL;
}

int applies_to_levels(const struct network *net)
{
	return net->kind == &kind_ccc || net->kind == &kind_butterfly ? 0 : -EINVAL;
}
