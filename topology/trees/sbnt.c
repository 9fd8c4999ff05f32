/* The spanning balanced n-tree: n subtrees of nearly equal size below the root. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/trees/families.h"

/* Johnsson & Ho 1986, section 3.6. R is the rotation by a step to the right. A base of c is a j for
 * which R^j(c) is least. A node has a single base, or n / P bases when its period P is less than n
 * (c is cyclic). The parent of c in the subtree of base j is reached through the first 1 cyclically
 * to the right of bit j, which is the highest 1 of R^j(c). Without that 1, R^j(c) is still the
 * least rotation, so the parent has the same base. Every cyclic node but 0 is a leaf.
 *
 * sbnt takes the smallest base and is a single tree. sbntc takes all bases: tree j is the subtree
 * of base j, and a cyclic node is in n / P trees, among which the node's block is cut. That
 * balances the trees perfectly, because each tree is the rotation of the tree before (theorem
 * 3.4). */

static int rotate_right(const struct network *net, int c, int j)
{
	int n = net->digits;

	return (c >> j | c << (n - j)) & (net->nodes - 1);
}

static bool is_base(const struct network *net, int c, int j)
{
	int least = rotate_right(net, c, j);

	for (int i = 0; i < net->digits; i++)
		if (rotate_right(net, c, i) < least)
			return false;
	return true;
}

static int up_from_base(const struct network *net, int c, int j)
{
	return (31 - __builtin_clz(rotate_right(net, c, j)) + j) % net->digits;
}

static int sbnt_up(const struct network *net, int j, int c)
{
	int base = 0;

	(void)j;
	while (!is_base(net, c, base))
		base++;
	return up_from_base(net, c, base);
}

static int sbntc_up(const struct network *net, int j, int c)
{
	return is_base(net, c, j) ? up_from_base(net, c, j) : TREE_ABSENT;
}

const struct family family_sbnt = {
	.name = "sbnt",
	.networks = "cube:n with n >= 1",
	.text = "spanning balanced n-tree, one path to each node",
	.citation = "Johnsson & Ho 1986, section 3.6",
	.applies = applies_to_cubes_with_links,
	.trees = 1,
	.up = sbnt_up,
	.shortest = true,
};

const struct family family_sbntc = {
	.name = "sbntc",
	.networks = "cube:n with n >= 1",
	.text = "spanning balanced n-tree, n/P paths to a node of period P",
	.citation = "Johnsson & Ho 1986, section 3.6",
	.applies = applies_to_cubes_with_links,
	.trees = ONE_FOR_EACH_ROTATION,
	.up = sbntc_up,
	.shortest = true,
	.partial = true,
	.one_way = true,
};
