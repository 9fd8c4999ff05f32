/* Two arc-disjoint spanning trees of the butterfly, and two of the cube-connected cycles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, sections 3.3 and 3.4 (theorems 3.3 and 3.4), corrected where computed trees showed
 * errors. The thesis adds arcs step by step; this file has the resulting arc of each node. a is the
 * highest 1 of X, b the lowest, f = floor(d/2), |X| the number of 1s.
 *
 * Butterfly: tree 0 climbs, from (0,0) to all levels above a; tree 1 descends, to all levels up to
 * b. The missing levels lie on the cycle between a and b:
 *
 *	          far apart, |X| even    far apart, |X| odd    near
 *	tree 0    up to f, down to f+1   up to b, the rest     down to b, below b
 *	                                 across                across
 *	tree 1    down to a + 1, the     up to f, down to      up to a + 1, above
 *	          rest across            f + 1                 across
 *
 * Nodes that are entered across come from a cycle of the other column 1 or 2. That cycle already
 * has these nodes, and no other node needs the links between. The thesis prints "at least f" for
 * far apart. The distance must be more than f, or some nodes would be entered twice and, for odd d
 * >= 7, trees would be too high.
 *
 * Cube-connected cycles: both trees climb, tree 0 from (0,0), tree 1 from the other end of the
 * cross link of (0,0), each through half of the cycles. Then each tree goes across at level 0 to
 * the other half. The rest is as for the butterfly, with level 0 in the place of b. */

static int ones(unsigned x)
{
	return __builtin_popcount(x);
}

static int highest(unsigned x)
{
	return x ? 31 - __builtin_clz(x) : 0;
}

/* ---- Butterfly ---- */

/* The arc across for a level between a and b, both excluded, from the cycle that differs from X in
 * a bit between a and b. */
static int butterfly_across(int i, int a)
{
	return i < a ? BUTTERFLY_CROSS_UP : BUTTERFLY_CROSS_DOWN;
}

static int butterfly_climbing(int d, int i, unsigned x)
{
	int top = highest(x) + 1, low = __builtin_ctz(x), middle = d / 2;

	if (i == 0 || i >= top)
		return (i ? i : d) == top ? BUTTERFLY_CROSS_DOWN : BUTTERFLY_DOWN;
	if (top - low <= middle)
		return i >= low ? BUTTERFLY_UP : BUTTERFLY_CROSS_DOWN;
	if (ones(x) % 2 == 0)
		return i <= middle ? BUTTERFLY_DOWN : BUTTERFLY_UP;
	return i <= low ? BUTTERFLY_DOWN : butterfly_across(i, top - 1);
}

static int butterfly_descending(int d, int i, unsigned x)
{
	int top = highest(x) + 1, low = __builtin_ctz(x), middle = d / 2;

	if (i <= low)
		return i == low ? BUTTERFLY_CROSS_UP : BUTTERFLY_UP;
	if (top - low <= middle)
		return i <= top ? BUTTERFLY_DOWN : BUTTERFLY_CROSS_UP;
	if (ones(x) % 2)
		return i <= middle ? BUTTERFLY_DOWN : BUTTERFLY_UP;
	return i >= top ? BUTTERFLY_UP : butterfly_across(i, top - 1);
}

static int butterfly_up(int d, int j, int i, unsigned x)
{
	if (!x)
		return j ? BUTTERFLY_UP : BUTTERFLY_DOWN;
	return (j ? butterfly_descending : butterfly_climbing)(d, i, x);
}

/* ---- Cube-connected cycles ---- */

/* For a cycle in the half through which the tree climbs. */
static int ccc_climbing(int d, int i, unsigned x)
{
	int top = highest(x), middle = d / 2;

	if (i == 0)
		return x == 1 ? CCC_CROSS : CCC_DOWN;
	if (i >= top)
		return i == top ? CCC_CROSS : CCC_DOWN;
	if (top <= middle)
		return CCC_UP;
	if (ones(x) % 2)
		return CCC_CROSS;
	return i <= middle ? CCC_DOWN : CCC_UP;
}

/* For a cycle in the other half, entered at level 0. The link from (0,0) into the half of the other
 * tree belongs to that tree. */
static int ccc_entered(int d, int i, unsigned x)
{
	int top = highest(x), middle = d / 2;

	if (i == 0)
		return x == 1 ? CCC_DOWN : CCC_CROSS;
	if (top <= middle)
		return i <= top ? CCC_DOWN : CCC_CROSS;
	if (ones(x) % 2)
		return i <= middle ? CCC_DOWN : CCC_UP;
	return i >= top ? CCC_UP : CCC_CROSS;
}

static int ccc_up(int d, int j, int i, unsigned x)
{
	return ((int)(x & 1) == j ? ccc_climbing : ccc_entered)(d, i, x);
}

static int adst2_up(const struct network *net, int j, int c)
{
	int d = net->dimension;

	return (net->kind == &kind_ccc ? ccc_up : butterfly_up)(d, j, c % d, (unsigned)(c / d));
}

const struct family family_adst2 = {
	.name = "adst2",
	.networks = "ccc:d or butterfly:d",
	.text = "2 arc-disjoint spanning trees, of height d + d/2 + 1 on the butterfly, at most "
		"2d + d/2 + 2 on ccc",
	.citation = "Nickolov 1993, theorems 3.3 and 3.4",
	.applies = applies_to_levels,
	.trees = 2,
	.up = adst2_up,
	.disjoint = true,
};
