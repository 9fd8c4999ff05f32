/* Rotated binomial trees, each with its reflection: few trees that load the root's links most evenly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"

/* Johnsson & Ho 1986, section 5.1.4: where a message has k parts, fewer than dimensions, k/2 rotations of
 * the SBT, 2n/k steps apart, are used, and for each the tree that meets the dimensions in the opposite
 * order. Behind the links of the root of the SBT are N/2, N/4, ... 1 nodes, in its reflection 1, ... N/4,
 * N/2; together N/2 + 1 at most for k = 2. Where k divides 2n the largest load of a link is
 * (N-1) (2^(2n/k-1) + 1) / (2^(2n/k) - 1) parts, and without reflections, by k rotations,
 * (N-1) 2^(n/k-1) / (2^(n/k) - 1) (as printed it is N - 1). */

/* The trees of an even j are rotations, which meet the dimensions upwards from `first`; those of the odd j
 * downwards from the one before. A node's parent lacks the last dimension that is met. */
static int up_of(const struct network *net, int trees, int j, int c)
{
	int n = net->ports, first = j / 2 * 2 * n / trees, d = first;

	for (int i = 1; i <= n; i++) {
		d = j % 2 ? (first + i - 1) % n : (first + n - i) % n;
		if (c >> d & 1)
			return d;
	}
	return TREE_ROOT;
}

#define REFLECTIONS(count)                                                                         \
	static int applies_##count(const struct network *net)                                      \
	{                                                                                          \
		return applies_to_cubes_with_links(net) || net->ports < (count) ? -EINVAL : 0;     \
	}                                                                                          \
	static int trees_##count(const struct network *net)                                        \
	{                                                                                          \
		(void)net;                                                                         \
		return count;                                                                      \
	}                                                                                          \
	static int up_##count(const struct network *net, int j, int c)                             \
	{                                                                                          \
		return up_of(net, count, j, c);                                                    \
	}                                                                                          \
	const struct family family_rsbt##count = {                                                 \
		.name = "rsbt" #count,                                                             \
		.networks = "cube:n with n >= " #count,                                            \
		.text = #count " binomial trees, half of them rotations, half their reflections",  \
		.citation = "Johnsson & Ho 1986, section 5.1.4",                                   \
		.applies = applies_##count,                                                        \
		.trees = trees_##count,                                                            \
		.up = up_##count,                                                                  \
		.by_name = true,                                                                   \
	};

REFLECTIONS(2)
REFLECTIONS(4)
REFLECTIONS(6)
