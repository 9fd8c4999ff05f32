/* The spanning binomial tree, corrected digit by digit from the lowest to the highest. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/trees/families.h"
#include "topology/networks/kinds.h"

/* Johnsson & Ho 1986, section 3.2: the parent of c complements the highest bit k of c that is 1,
 * and the children complement a leading zero each. A path from the root therefore meets the
 * dimensions in ascending order. The subtree across dimension d holds 2^(n-d-1) nodes, so the
 * subtree of dimension 0 is half the tree. This is the paper's own orientation; nothing is
 * mirrored.
 *
 * On gh the highest digit that is not 0 becomes 0 by a single link, whatever its value:
 *
 *	 0 -- 1, 2, .. k_0 - 1 in digit 0, and below each of these nodes and 0 itself the same
 *	      for digit 1, and so on.
 *
 * The nRSBT (section 3.4) is the n rotations of this tree: tree j meets the dimensions in the order
 * j, j + 1, .. j + n - 1 modulo n. */

static int sbt_applies(const struct network *net)
{
	return net->kind == &kind_cube || net->kind == &kind_gh ? 0 : -EINVAL;
}

static int sbt_up(const struct network *net, int j, int c)
{
	int i = net->digits - 1;

	(void)j;
	while (c < net->place[i])
		i--;
	return network_port_to(net, c, c % net->place[i]);
}

/* hsbt is the same from the highest digit to the lowest. On a machine with packages as the highest
 * digit, a broadcast crosses packages once and first, and an allgather crosses packages with the
 * smallest blocks. On a cube the tree is the same except for the names of the dimensions. */
static int hsbt_applies(const struct network *net)
{
	return net->kind == &kind_gh && net->digits > 1 ? 0 : -EINVAL;
}

static int hsbt_up(const struct network *net, int j, int c)
{
	int i = 0, digit;

	(void)j;
	while (!(digit = c / net->place[i] % net->radix[i]))
		i++;
	return network_port_to(net, c, c - digit * net->place[i]);
}

static int nrsbt_applies(const struct network *net)
{
	if (sbt_applies(net))
		return -EINVAL;
	return network_rotations(net) > 1 ? 0 : applies_to_cubes_with_links(net);
}

const struct family family_sbt = {
	.name = "sbt",
	.networks = "cube:n or gh:..",
	.text = "spanning binomial tree, dimension by dimension",
	.citation = "Johnsson & Ho 1986, section 3.2",
	.applies = sbt_applies,
	.trees = 1,
	.up = sbt_up,
	.shortest = true,
	.ascends = true,
	.by_dimension = true,
};

const struct family family_hsbt = {
	.name = "hsbt",
	.networks = "gh:..x.. of two digits or more",
	.text = "spanning binomial tree, from the highest dimension to the lowest",
	.citation = "Johnsson & Ho 1986, section 3.2, mirrored",
	.applies = hsbt_applies,
	.trees = 1,
	.up = hsbt_up,
	.descends = true,
	.shortest = true,
	.by_dimension = true,
};

const struct family family_nrsbt = {
	.name = "nrsbt",
	.networks = "cube:n with n >= 1, or gh:kx..xk of equal radices and two digits or more",
	.text = "the n rotations of the spanning binomial tree",
	.citation = "Johnsson & Ho 1986, section 3.4",
	.applies = nrsbt_applies,
	.trees = ONE_FOR_EACH_ROTATION,
	.base = "sbt",
	.shortest = true,
	.one_way = true,
	.by_dimension = true,
};
