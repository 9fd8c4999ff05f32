/* The ascending and descending binary subtrees of butterflies and cube-connected cycles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, chapter 2. From (0,0), each node of the tree has two children a level up (down),
 * one in the same cycle and one across; after d levels each cycle is met. On the butterfly both
 * children are neighbours. On cube-connected cycles the arc across is compound: it leads over a
 * node with the flipped bit, which is not counted as a level (a hop-node):
 *
 *	butterfly  (i, X) -- (i+1, X)		ccc  (i, X) -- (i+1, X)
 *		     \--- (i+1, X_i)		       \-- (i, X_i) -- (i+1, X_i)
 *
 * A cycle is entered once, upwards just above its highest 1, downwards at its lowest 1. The thesis
 * goes on from the leaves along straight arcs (section 3.2) until all nodes are met, so these trees
 * span. All arcs of `ascend` lead upwards or across, all arcs of `descend` downwards or across: on
 * the butterfly the two trees share no arc. */

static int ascend_up(const struct network *net, int j, int c)
{
	int d = net->dimension, i = c % d;
	unsigned x = (unsigned)(c / d);

	(void)j;
	if (net->kind == &kind_ccc)
		return x >> i == 1 ? CCC_CROSS : CCC_DOWN;
	return x >> ((i ? i : d) - 1) == 1 ? BUTTERFLY_CROSS_DOWN : BUTTERFLY_DOWN;
}

/* On cube-connected cycles bit 0 can be flipped first, and then bits d - 1, d - 2, ... 1. */
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
	.trees = 1,
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
	.trees = 1,
	.up = descend_up,
	.by_name = true,
	.one_port = true,
};
