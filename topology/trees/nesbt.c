/* The n arc-disjoint spanning binomial trees, each attached to the root by its smallest subtree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/trees/families.h"

/* Johnsson & Ho 1986, section 3.5. ERSBT j is a binomial tree with root 2^j; the link from there to
 * node 0 is reversed, which makes 0 the root. The parent of c in ERSBT j is reached through
 *
 *	bit j                                           when bit j of c is 0: c is a leaf,
 *	the first 1 cyclically to the right of bit j    when bit j of c is 1.
 *
 * For j = 0 the bits to the right of bit 0 are n - 1, n - 2, .. 0, and the first 1 among these bits
 * is the highest. ERSBT j is ERSBT 0 rotated j steps to the left (lemma 3.22), so tree 0 defines
 * all trees.
 *
 *	n = 3, tree 0:   0 - 1 -+- 3 -+- 7 - 6
 *	                        |     +- 2
 *	                        +- 5 --- 4
 *
 * The trees use every directed link of the cube exactly once, except for the links into the
 * root. */

static int ersbt_up(const struct network *net, int j, int c)
{
	(void)net;
	(void)j;
	return c & 1 ? 31 - __builtin_clz(c) : 0;
}

const struct family family_ersbt = {
	.name = ".ersbt",
	.networks = "cube:n with n >= 1",
	.text = "tree 0 of nesbt",
	.citation = "Johnsson & Ho 1986, section 3.5",
	.applies = applies_to_cubes_with_links,
	.trees = 1,
	.up = ersbt_up,
};

const struct family family_nesbt = {
	.name = "nesbt",
	.networks = "cube:n with n >= 1",
	.text = "n arc-disjoint spanning binomial trees of height n + 1",
	.citation = "Johnsson & Ho 1986, section 3.5",
	.applies = applies_to_cubes_with_links,
	.trees = ONE_FOR_EACH_ROTATION,
	.base = ".ersbt",
	.disjoint = true,
};
