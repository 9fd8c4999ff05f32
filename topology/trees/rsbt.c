/* A few rotated binomial trees with reflections, which load the root's links most evenly. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"

/* Johnsson & Ho 1986, section 5.1.4, for a message of k parts, k less than the number of
 * dimensions: k/2 rotations of the SBT, 2n/k steps apart, and for each rotation the tree that meets
 * the dimensions in the opposite order. The links of the SBT's root lead to N/2, N/4, ... 1 nodes;
 * in the reflection, 1, ... N/4, N/2. The sum of both is at most N/2 + 1 for k = 2. If k divides
 * 2n, the largest load of a link is (N-1) (2^(2n/k-1) + 1) / (2^(2n/k) - 1) parts. By k rotations
 * without reflections the largest load is (N-1) 2^(n/k-1) / (2^(n/k) - 1) (as printed it is N -
 * 1). */

/* Trees of even j are rotations, which meet the dimensions upwards from `first`. Trees of odd j
 * meet the dimensions downwards from the dimension before `first`. A node's parent lacks the last
 * dimension that is met. */
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
		.trees = count,                                                                    \
		.up = up_##count,                                                                  \
		.by_name = true,                                                                   \
		.shortest = true,                                                                  \
	};

REFLECTIONS(2)
REFLECTIONS(4)
REFLECTIONS(6)
