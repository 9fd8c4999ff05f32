/* Three arc-disjoint spanning trees of the cube-connected cycles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, section 3.1 (theorem 3.1). The thesis adds arcs in 23 steps; this file has the
 * resulting arc of each node. The root of the thesis is (1,0), so node c is looked up at (1,0) c.
 * Cycles are of four classes by their bits x_0 x_1. In each class a tree climbs (to level a, the
 * highest 1, from across, and up to level 1 over the top), a tree follows (enters level 1 from
 * across), and a tree comes last (enters level 0):
 *
 *	x_0 x_1                 00   10   01   11
 *	climbs                  T2   T0   T1   T1
 *	follows                 T1   T1   T2   T0
 *	comes last              T0   T2   T0   T2
 *
 *	levels                  0        1        2 .. a-1               a        a+1 .. d-1
 *	climbs    even|odd      below    below    above | across         across   below
 *	follows                 above    across   below                  below    across
 *	comes last even|odd     across   above    across | above         above    above
 *
 * Even and odd: the number of 0s among the bits from 2 on. If a cycle enters a level across, the
 * neighbouring cycle at that level does not. The trees begin in the four cycles without a 1 from
 * bit 2 on, which have a table of their own. */

enum {
	BELOW = CCC_DOWN,
	ABOVE = CCC_UP,
	ACROSS = CCC_CROSS,
	ROOT = TREE_ROOT
};

/* Indexed by x_0 + 2 x_1 and tree: at level 0, at level 1, and at all levels from 2 on. */
static const signed char first_cycles[4][3][3] = {
	{ { ABOVE, ROOT, ABOVE }, { ACROSS, ROOT, ACROSS }, { BELOW, ROOT, BELOW } },
	{ { ACROSS, BELOW, BELOW }, { ABOVE, ACROSS, ABOVE }, { BELOW, ABOVE, ACROSS } },
	{ { ACROSS, BELOW, ABOVE }, { ABOVE, ACROSS, BELOW }, { BELOW, ABOVE, ACROSS } },
	{ { ABOVE, ACROSS, ABOVE }, { ACROSS, BELOW, BELOW }, { BELOW, ABOVE, ACROSS } },
};

static const signed char climbs[4] = { 2, 0, 1, 1 }, follows[4] = { 1, 1, 2, 0 };

static int climbing(int i, int top, bool odd)
{
	if (i < 2 || i > top)
		return BELOW;
	return i == top || odd ? ACROSS : ABOVE;
}

static int following(int i, int top)
{
	if (i == 0)
		return ABOVE;
	return i == 1 || i > top ? ACROSS : BELOW;
}

static int coming_last(int i, int top, bool odd)
{
	if (i == 0)
		return ACROSS;
	return i >= 2 && i < top && !odd ? ACROSS : ABOVE;
}

static int adst3_up(const struct network *net, int j, int c)
{
	int d = net->dimension, v = network_translate(net, 1, c), i = v % d, x = v / d, top;
	bool odd = (d - 2 - __builtin_popcount((unsigned)x >> 2)) & 1;

	if (x < 4)
		return first_cycles[x][j][i < 2 ? i : 2];
	top = 31 - __builtin_clz((unsigned)x);
	if (j == climbs[x & 3])
		return climbing(i, top, odd);
	return j == follows[x & 3] ? following(i, top) : coming_last(i, top, odd);
}

static int adst3_applies(const struct network *net)
{
	return net->kind == &kind_ccc ? 0 : -EINVAL;
}

const struct family family_adst3 = {
	.name = "adst3",
	.networks = "ccc:d",
	.text = "3 arc-disjoint spanning trees of height 3d + 3, 3d + 2 and 3d (12, 10 and 10 for "
		"d = 3), "
		"through every link",
	.citation = "Nickolov 1993, theorem 3.1",
	.applies = adst3_applies,
	.trees = 3,
	.up = adst3_up,
	.disjoint = true,
};
