/* The Hamiltonian path of the binary-reflected Gray code. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/trees/families.h"

/* Johnsson & Ho 1986, section 3.1: the l-th node of the path is l ^ (l >> 1), and the step to the
 * next node flips the bit at the rightmost 0 of l (lemma 3.10). The nRBRG is the n rotations of the
 * path. These share links when n > 2 (lemma 3.12), but never at the same distance from the root
 * (lemma 3.13). */

static int gray_position(int c)
{
	for (int shift = 16; shift; shift /= 2)
		c ^= c >> shift;
	return c;
}

static int brg_up(const struct network *net, int j, int c)
{
	(void)net;
	(void)j;
	return __builtin_ctz(gray_position(c));
}

const struct family family_brg = {
	.name = "brg",
	.networks = "cube:n with n >= 1",
	.text = "Hamiltonian path by the binary-reflected Gray code",
	.citation = "Johnsson & Ho 1986, section 3.1",
	.applies = applies_to_cubes_with_links,
	.trees = 1,
	.up = brg_up,
	.paths = 1,
};

const struct family family_nrbrg = {
	.name = "nrbrg",
	.networks = "cube:n with n >= 1",
	.text = "the n rotations of the Gray code path",
	.citation = "Johnsson & Ho 1986, section 3.1",
	.applies = applies_to_cubes_with_links,
	.trees = ONE_FOR_EACH_ROTATION,
	.base = "brg",
	.paths = 1,
};
