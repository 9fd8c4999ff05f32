/* The two-rooted complete binary tree: a complete binary tree with its root split in two. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"

/* Johnsson & Ho 1986, section 3.3: the roots a and b are neighbours, and each has a complete binary
 * tree of N/2 - 1 nodes below. Seen from a, the tree has height n. The paper takes the embedding
 * from elsewhere; this is the usual recursion, from the path 1 - 0 - 2 - 3 of the square (a is 0).
 * Two trees stand side by side, so that p, a, b of the second tree lie across the new dimension m
 * from a, b, q of the first tree:
 *
 *	           a1 - b1              The new tree has the roots b1 and a2, above a1 and b2: the
 *	          /       \             children of a1 are p1 and p2, and the children of b2 are q1
 *	        p1         q1           and q2.
 *	         .    .     .
 *	           p2 -- a2 - b2 - q2
 *
 * For a = 0 this keeps p = 2^(m-2), b = 2^(m-1) and q = b + 1 in m dimensions. The second tree is
 * the first with permuted dimensions: m - 2 becomes m - 1, m - 1 becomes 0, and 0 becomes m - 2. */

enum {
	LEAST = 2 /* dimensions */
};

static int tcbt_applies(const struct network *net)
{
	return net->kind == &kind_cube && net->digits >= LEAST ? 0 : -EINVAL;
}

static int turned(int m, int d)
{
	return d == m - 2 ? m - 1 : d == m - 1 ? 0 : d == 0 ? m - 2 : d;
}

/* Returns the node of the first tree that is turned into c. */
static int turned_back(int m, int c)
{
	int from = 0;

	for (int d = 0; d < m; d++)
		from |= (c >> turned(m, d) & 1) << d;
	return from;
}

/* Returns the dimension of the link from c, which is not a, to its parent in the tree of m + 1
 * dimensions. */
static int up_in(int m, int c)
{
	int low = c & ((1 << m) - 1), b = 1 << (m - 1), p = b >> 1;

	if (m < LEAST)
		return c == b << 1;
	if (!(c >> m & 1)) {
		low ^= b; /* b1 is the new root: node 0 */
		return low == 0 ? m - 1 : low == (b | 1) ? m : up_in(m - 1, low);
	}
	low = turned_back(m, low);
	return low == 0 || low == p ? m : turned(m, up_in(m - 1, low));
}

static int tcbt_up(const struct network *net, int j, int c)
{
	(void)j;
	return up_in(net->digits - 1, c);
}

const struct family family_tcbt = {
	.name = "tcbt",
	.networks = "cube:n with n >= 2",
	.text = "two-rooted complete binary tree",
	.citation = "Johnsson & Ho 1986, section 3.3",
	.applies = tcbt_applies,
	.trees = 1,
	.up = tcbt_up,
	.unordered = true,
};
