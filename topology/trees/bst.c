/* The balanced spanning tree and the balanced spanning graph of generalized hypercubes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/balanced_tree.h"
#include "topology/trees/families.h"
#include "topology/networks/digits.h"
#include "topology/networks/kinds.h"
#include "topology/trees/necklace.h"

/* Fragopoulou, Akl & Meijer 1994, sections 3 and 4, for n digits of radix k. There are n (k - 1)
 * subtrees. A node of period P and displacement D is in the subtrees D, D + P, D + 2P ... The
 * node's parent in subtree i has 0 instead of the first digit that is not 0, searched from place n
 * - i modulo n to the left (the paper counts from the place before). The rotation R takes subtree i
 * + 1, with the link to the root, to subtree i. Subtree i therefore hangs on the port to the
 * neighbour c of the root for which R^i(c) is the generator. Nodes of nonfull necklaces (P < n (k -
 * 1)) are leaves, except for 0.
 *
 * bst is a single tree, with each node in its first subtree. bsg has all subtrees as trees, and
 * cuts the blocks of nodes of nonfull necklaces, so that all trees carry the same (lemma 7).
 * Unequal radices have no R, and bst is then a tree that is balanced by other means
 * (balanced_tree.h). */

static int bst_applies(const struct network *net)
{
	return net->kind == &kind_gh ? 0 : -EINVAL;
}

static int bsg_applies(const struct network *net)
{
	return necklace_order(net) ? 0 : -EINVAL;
}

/* Returns the port of c to its parent in subtree i. */
static int up_in_subtree(const struct network *net, int c, int i)
{
	int n = net->digits, place = (n - i % n) % n;

	while (!digit_of(net, c, place))
		place = (place + 1) % n;
	return network_port_to(net, c, c - digit_of(net, c, place) * net->place[place]);
}

static int bst_grow(const struct network *net, int j, int *up)
{
	(void)j;
	if (net->ports && !necklace_order(net))
		return balanced_tree(net, up);
	up[0] = TREE_ROOT;
	for (int c = 1; c < net->nodes; c++)
		up[c] = up_in_subtree(net, c, necklace_of(net, c).displacement);
	return 0;
}

/* D = i modulo P is equivalent to R^i(c) being the generator. */
static int bsg_up(const struct network *net, int i, int c)
{
	bool held = necklace_generator(net, necklace_rotate(net, c, i));

	return held ? up_in_subtree(net, c, i) : TREE_ABSENT;
}

const struct family family_bst = {
	.name = "bst",
	.networks = "gh:..",
	.text = "balanced spanning tree, one path to each node",
	.citation = "Fragopoulou, Akl & Meijer 1994, section 3; mixed radices: derived",
	.applies = bst_applies,
	.trees = 1,
	.descends = true,
	.grow = bst_grow,
	.shortest = true,
};

const struct family family_bsg = {
	.name = "bsg",
	.networks = "gh:kx..xk of equal radices",
	.text = "balanced spanning graph, n(k-1)/P paths to a node of period P",
	.citation = "Fragopoulou, Akl & Meijer 1994, section 4",
	.applies = bsg_applies,
	.trees = ONE_FOR_EACH_PORT,
	.descends = true,
	.up = bsg_up,
	.shortest = true,
	.partial = true,
};
