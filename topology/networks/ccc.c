/* Cube-connected cycles are a cube of d dimensions with a cycle of d nodes at each corner. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Preparata & Vuillemin 1981; Nickolov 1993, chapter 1. Node (i, X) has the links
 *
 *	port 0: (i + 1, X)    port 1: (i - 1, X)    port 2: (i, X_i), bit i of X flipped
 *
 * The reflection of all cycles, (i, X) -> (-i, X with bit b at -b), keeps node 0 and exchanges
 * ports 0 and 1. No other automorphism but the identity keeps node 0 (by search for d = 3..5), so
 * the reflection serves as the rotation, of order 2. Two mirrored trees load both directions round
 * a cycle alike. */

static int ccc_parse(struct network *net, const char *arguments)
{
	net->ports = CCC_PORTS;
	return cycle_groups_parse(net, "ccc", arguments);
}

static int ccc_neighbour(const struct network *net, int v, int port)
{
	int d = net->dimension, i = v % d;

	if (port == CCC_UP)
		return i + 1 < d ? v + 1 : v + 1 - d;
	if (port == CCC_DOWN)
		return i > 0 ? v - 1 : v - 1 + d;
	return v + (v / d >> i & 1 ? -(d << i) : d << i);
}

static int ccc_reverse_port(const struct network *net, int port)
{
	(void)net;
	return port == CCC_UP ? CCC_DOWN : port == CCC_DOWN ? CCC_UP : CCC_CROSS;
}

static int ccc_port_to(const struct network *net, int u, int v)
{
	int d = net->dimension, i = u % d, j = v % d;

	if (i == j)
		return (u / d ^ v / d) == 1 << i ? CCC_CROSS : -1;
	if (u / d != v / d)
		return -1;
	return level_plus(i, 1, d) == j ? CCC_UP : level_plus(j, 1, d) == i ? CCC_DOWN : -1;
}

static int ccc_rotate(const struct network *net, int v)
{
	int d = net->dimension, i = v % d;

	return (int)cycle_groups_reflect((unsigned)(v / d), 0, d) * d + (i ? d - i : 0);
}

/* The distance is a link for each differing bit, and a walk round the cycle to the levels of these
 * bits. */
static int ccc_distance(const struct network *net, int u, int v)
{
	int d = net->dimension, way = cycle_groups_untranslate(net, u, v);
	unsigned bits = (unsigned)(way / d);

	return __builtin_popcount(bits) + cycle_groups_walk(bits, way % d, 0, d);
}

/* Colours links with three colours (Nickolov 1993, figure 3.12, which is lost; found again). Links
 * round a cycle have two colours in turn, and links across have the third. A cycle of odd length
 * needs the third colour as well, between levels d - 1 and 0; the links across at these two levels
 * have the remaining colours. */
static int ccc_matching(const struct network *net, int v, int port)
{
	int d = net->dimension, i = v % d, last = d % 2 ? d - 1 : d;

	if (port == CCC_CROSS)
		return i == last ? 0 : i == 0 && last < d ? 1 : 2;
	if (port == CCC_DOWN)
		i = level_plus(i, d - 1, d);
	return i == last ? 2 : i % 2;
}

/* For odd d the links between levels d - 1 and 0 join nodes of the same side. */
static int ccc_side(const struct network *net, int v)
{
	int d = net->dimension;

	return (v % d + __builtin_popcount((unsigned)(v / d))) & 1;
}

const struct network_kind kind_ccc = {
	.name = "ccc",
	.form = "ccc:d with d = 3..21",
	.text = "cube-connected cycles: d 2^d nodes (i, X), on a cycle and across dimension i",
	.citation = "Preparata & Vuillemin 1981; Nickolov 1993, chapter 1",
	.parse = ccc_parse,
	.neighbour = ccc_neighbour,
	.reverse_port = ccc_reverse_port,
	.translate = cycle_groups_translate,
	.untranslate = cycle_groups_untranslate,
	.rotations = cycle_groups_rotations,
	.rotate = ccc_rotate,
	.distance = ccc_distance,
	.label = cycle_groups_label,
	.port_to = ccc_port_to,
	.matching = ccc_matching,
	.side = ccc_side,
};
