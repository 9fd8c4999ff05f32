/* Walks over the algorithms of a collective on a network by the table, family by family. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "collectives/registry.h"
#include "topology/trees/families.h"

/* Goes to the next family of the walk's row. Returns false after the last. */
static bool next_family(struct algorithm_walk *walk, const struct network *net)
{
	while ((walk->family = family_at(walk->families++)))
		if (walk->family->name[0] != '.' && !walk->family->applies(net))
			return true;
	walk->families = 0;
	return false;
}

bool algorithm_next(
	struct algorithm_walk *walk, enum collective collective, const struct network *net)
{
	const struct algorithm *a;

	for (; (a = walk->algorithm = algorithm_at(walk->row)); walk->row++) {
		if (a->collective != collective || a->composes)
			continue;
		if (!a->name && next_family(walk, net))
			return true;
		if (a->name && (!a->applies || !a->applies(net))) {
			walk->row++;
			return true;
		}
	}
	return false;
}

void algorithm_walk_name(char name[ALGORITHM_NAME], const struct algorithm_walk *walk)
{
	const struct algorithm *a = walk->algorithm;
	const char *first = a->name ? a->name : walk->family->name;
	const char *suffix = a->name ? "" : a->suffix;
	size_t length = strlen(first);

	memcpy(name, first, length);
	memcpy(name + length, suffix, strlen(suffix) + 1);
}

int algorithm_name_at(
	char name[ALGORITHM_NAME], enum collective collective, const struct network *net, int i)
{
	struct algorithm_walk walk = { 0 };

	while (algorithm_next(&walk, collective, net))
		if (i-- == 0) {
			algorithm_walk_name(name, &walk);
			return 0;
		}
	return -ENOENT;
}
