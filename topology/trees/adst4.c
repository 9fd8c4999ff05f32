/* Four arc-disjoint spanning trees of the butterfly, and the first two, which share no link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, section 3.2 (theorem 3.2). T0 and T1 use only links upwards, T2 and T3 only links
 * downwards. A tree of the first pair is at home in the cycles X with x_0 = 0 (T0) or 1 (T1). There
 * the tree climbs from level 1 to d, and goes across to each cycle just above the cycle's highest
 * 1, at level a + 1. From level d = 0 the tree climbs once more, through the levels that are
 * missing below. So at home, level a + 1 is entered across and every other level from the same
 * cycle. The tree goes through the cycles of the other tree the second time round, and takes the
 * remaining arcs: level a + 1 from the same cycle, all other levels from across. T2 and T3 are the
 * mirror image: x_(d-1), downwards, and the lowest 1 for the level. */

static bool climbs_across(int d, int j, int i, unsigned x)
{
	bool home = (int)(x & 1) == j, first = x && (i ? i : d) == 32 - __builtin_clz(x);

	return first == home;
}

static bool descends_across(int d, int j, int i, unsigned x)
{
	bool home = (int)(x >> (d - 1) & 1) == j - 2, first = x && i == __builtin_ctz(x);

	return first == home;
}

static int adst4_up(const struct network *net, int j, int c)
{
	int d = net->dimension, i = c % d;
	unsigned x = (unsigned)(c / d);

	if (j < 2)
		return climbs_across(d, j, i, x) ? BUTTERFLY_CROSS_DOWN : BUTTERFLY_DOWN;
	return descends_across(d, j, i, x) ? BUTTERFLY_CROSS_UP : BUTTERFLY_UP;
}

static int adst4_applies(const struct network *net)
{
	return net->kind == &kind_butterfly ? 0 : -EINVAL;
}

const struct family family_adst4 = {
	.name = "adst4",
	.networks = "butterfly:d",
	.text = "4 arc-disjoint spanning trees of height 2d + 1 and 2d, through every link",
	.citation = "Nickolov 1993, theorem 3.2",
	.applies = adst4_applies,
	.trees = 4,
	.up = adst4_up,
	.disjoint = true,
};

const struct family family_edst2 = {
	.name = "edst2",
	.networks = "butterfly:d",
	.text = "the first two of adst4: they share no link in either direction, for half duplex",
	.citation = "Nickolov 1993, section 3.5.2",
	.applies = adst4_applies,
	.trees = 2,
	.up = adst4_up,
	.disjoint = true,
};
