/* Trees of the star graph: the greedy tree, and n - 1 trees of congestion 2 made from that tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"
#include "topology/networks/star.h"

/* Tseng & Sheu 1997, section 3. In the greedy tree L(r) (definition 1) a node v moves its symbol at
 * place 0 to the place where r has that symbol. If the symbol is in its place already, v fetches
 * the first symbol that is in a wrong place. Each link leads nearer to r (lemma 3).
 *
 * mst: tree j = 0 .. n-2 is L(r') for r' = rho^(j+1)(r), the label of r moved j + 1 places to the
 * right, but rooted at r (definition 2). The links on the path from r to r' are reversed:
 *
 *	r -> p_1 -> p_2 -> .. -> r'      was the path of r to the root r' of L(r').
 *
 * The height is D + n + gcd(n, j+1) - 2 with the diameter D (lemma 5; less by 1 for n = 2, and for
 * n = 3, j = 1). No directed link is in more than two of the trees (lemma 6). Here r is node 0.
 *
 * The n - 1 dimension changes of L(r) (section 5) load all links of a level alike (lemma 7). */

/* Returns the dimension that leads from v to its parent in L(root), root != v. */
static int greedy_dimension(uint64_t v, uint64_t root)
{
	int i = 1;

	if (star_symbol(v, 0) != star_symbol(root, 0)) {
		while (star_symbol(root, i) != star_symbol(v, 0))
			i++;
		return i;
	}
	while (star_symbol(root, i) == star_symbol(v, i))
		i++;
	return i;
}

static uint64_t shifted_right(uint64_t label, int places, int n)
{
	uint64_t mask = ((uint64_t)1 << 4 * n) - 1;

	return (label << 4 * places | label >> 4 * (n - places)) & mask;
}

static int star_up(const struct network *net, int j, int c)
{
	int n = net->dimension;

	(void)j;
	return greedy_dimension(star_label_of(n, c), star_label_of(n, 0)) - 1;
}

static int mst_up(const struct network *net, int j, int c)
{
	int n = net->dimension, last = 0;
	uint64_t label = star_label_of(n, c), at = star_label_of(n, 0);
	uint64_t root = shifted_right(at, j + 1, n);

	while (at != label && at != root) {
		last = greedy_dimension(at, root);
		at = star_swap(at, last);
	}
	return (at == label ? last : greedy_dimension(label, root)) - 1;
}

static int star_applies(const struct network *net)
{
	return net->kind == &kind_star ? 0 : -EINVAL;
}

static int mst_applies(const struct network *net)
{
	return net->kind == &kind_star && net->ports ? 0 : -EINVAL;
}

const struct family family_star = {
	.name = "star",
	.networks = "star:n",
	.text = "the greedy tree; its n - 1 dimension changes where all links should be loaded",
	.citation = "Tseng & Sheu 1997, definition 1, lemma 3; section 5",
	.applies = star_applies,
	.trees = 1,
	.up = star_up,
	.copies = ".star-dc",
	.shortest = true,
};

const struct family family_star_dc = {
	.name = ".star-dc",
	.networks = "star:n",
	.text = "the n - 1 dimension changes of the greedy tree",
	.citation = "Tseng & Sheu 1997, section 5",
	.applies = star_applies,
	.trees = ONE_FOR_EACH_ROTATION,
	.base = "star",
	.shortest = true,
};

const struct family family_mst = {
	.name = "mst",
	.networks = "star:n with n >= 2",
	.text = "n - 1 trees, no directed link in more than two of them",
	.citation = "Tseng & Sheu 1997, definition 2, lemmas 5 and 6",
	.applies = mst_applies,
	.trees = ONE_FOR_EACH_PORT,
	.up = mst_up,
	.congestion = 2,
};
