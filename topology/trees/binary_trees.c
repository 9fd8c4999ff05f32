/* The ascending and descending binary subtrees of butterflies and cube-connected cycles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, chapter 2: from (0,0), each node of the tree has two children one level up (down), one in its
 * own cycle and one across; after d levels each cycle is met. On the butterfly both are neighbours. On
 * cube-connected cycles the arc across is compound, over a node that has the flipped bit and is not counted as
 * a level (a hop-node):
 *
 *	butterfly  (i, X) -- (i+1, X)		ccc  (i, X) -- (i+1, X)
 *		     \--- (i+1, X_i)		       \-- (i, X_i) -- (i+1, X_i)
 *
 * A cycle is entered once, upwards just above its highest 1, downwards at its lowest. The thesis goes on from the
 * leaves along straight arcs (section 3.2) until all nodes are met, so these trees span. All arcs of
 * the one lead upwards or across, of the other downwards or across: on the butterfly they share none. */

static int ascend_up(const struct network *net, int j, int c)
{
	int d = net->dimension, i = c % d;
	unsigned x = (unsigned)(c / d);

	(void)j;
	if (net->kind == &kind_ccc)
		return x >> i == 1 ? CCC_CROSS : CCC_DOWN;
	return x >> ((i ? i : d) - 1) == 1 ? BUTTERFLY_CROSS_DOWN : BUTTERFLY_DOWN;
}

/* On cube-connected cycles bit 0 is the first that can be flipped, and after it d - 1, d - 2, ... 1. */
static int descend_up(const struct network *net, int j, int c)
{
	int d = net->dimension, i = c % d;
	unsigned x = (unsigned)(c / d), others = x & ~1u;

	(void)j;
	if (net->kind == &kind_ccc)
		return (others ? __builtin_ctz(others) == i : i == 0) ? CCC_CROSS : CCC_UP;
	return x && __builtin_ctz(x) == i ? BUTTERFLY_CROSS_UP : BUTTERFLY_UP;
}

const struct family family_ascend = {
	.name = "ascend",
	.networks = "ccc:d or butterfly:d",
	.text = "the ascending binary subtree of height d, and straight arcs from its leaves on",
	.citation = "Nickolov 1993, chapter 2",
	.applies = applies_to_levels,
	.trees = trees_one,
	.up = ascend_up,
	.by_name = true,
	.one_port = true,
};

const struct family family_descend = {
	.name = "descend",
	.networks = "ccc:d or butterfly:d",
	.text = "the descending binary subtree of height d, and straight arcs from its leaves on",
	.citation = "Nickolov 1993, chapter 2",
	.applies = applies_to_levels,
	.trees = trees_one,
	.up = descend_up,
	.by_name = true,
	.one_port = true,
};
