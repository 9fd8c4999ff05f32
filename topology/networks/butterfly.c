/* The wrapped butterfly: a step to the next level keeps the cycle, or crosses to another cycle. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Nickolov 1993, chapter 1. Node (i, X) has the links
 *
 *	port 0: (i + 1, X)	port 2: (i + 1, X_i)		X_i: bit i of X flipped
 *	port 1: (i - 1, X)	port 3: (i - 1, X_(i-1))
 *
 * The reflection (i, X) -> (-i, X with bit b at -b - 1) keeps node 0 and exchanges up and down. No
 * other automorphism but the identity keeps node 0 (by search for d = 3..5), so the reflection
 * serves as the rotation, of order 2. Two mirrored trees load the links up and the links down
 * alike. */

static int butterfly_parse(struct network *net, const char *arguments)
{
	net->ports = BUTTERFLY_PORTS;
	return cycle_groups_parse(net, "butterfly", arguments);
}

static int butterfly_neighbour(const struct network *net, int v, int port)
{
	int d = net->dimension, i = v % d, x = v / d;

	if (port == BUTTERFLY_UP || port == BUTTERFLY_CROSS_UP) {
		x ^= port == BUTTERFLY_CROSS_UP ? 1 << i : 0;
		return x * d + level_plus(i, 1, d);
	}
	i = level_plus(i, d - 1, d);
	return (port == BUTTERFLY_CROSS_DOWN ? x ^ 1 << i : x) * d + i;
}

static int butterfly_reverse_port(const struct network *net, int port)
{
	(void)net;
	return port ^ 1;
}

static int butterfly_port_to(const struct network *net, int u, int v)
{
	int d = net->dimension, i = u % d, j = v % d, differ = u / d ^ v / d;
	bool up = level_plus(i, 1, d) == j;

	if (!up && level_plus(j, 1, d) != i)
		return -1;
	if (!differ)
		return up ? BUTTERFLY_UP : BUTTERFLY_DOWN;
	if (differ != 1 << (up ? i : j))
		return -1;
	return up ? BUTTERFLY_CROSS_UP : BUTTERFLY_CROSS_DOWN;
}

static int butterfly_rotate(const struct network *net, int v)
{
	int d = net->dimension, i = v % d;

	return (int)cycle_groups_reflect((unsigned)(v / d), 1, d) * d + (i ? d - i : 0);
}

/* The distance is a walk round the cycle that passes, for each differing bit, the step from the
 * bit's level to the next level. */
static int butterfly_distance(const struct network *net, int u, int v)
{
	int d = net->dimension, way = cycle_groups_untranslate(net, u, v);

	return cycle_groups_walk((unsigned)(way / d), way % d, 1, d);
}

/* Returns the colour of the link up from (i, X), for odd d. No colouring has the same two colours
 * all over a level. So the links are cut in two halves with two colours each, and each half
 * consists of cycles of length 2d. */
static int colour_of_odd(int i, int x, bool across)
{
	int x0 = x & 1, x1 = x >> 1 & 1;

	if (i == 0)
		return across ? x0 : 2 + x1;
	if (!across)
		return (i + 1 - x0) & 1;
	return 2 + ((i == 1 ? 1 + x1 : i + 1 - x1) & 1);
}

/* Colours links with four colours (Nickolov 1993, figure 3.12, which is lost; found again). */
static int butterfly_matching(const struct network *net, int v, int port)
{
	bool across = port == BUTTERFLY_CROSS_UP || port == BUTTERFLY_CROSS_DOWN;
	int d = net->dimension, i;

	if (port == BUTTERFLY_DOWN || port == BUTTERFLY_CROSS_DOWN)
		v = butterfly_neighbour(net, v, port);
	i = v % d;
	return d % 2 ? colour_of_odd(i, v / d, across) : i % 2 + 2 * across;
}

/* For odd d the links between levels d - 1 and 0 join nodes of the same side. */
static int butterfly_side(const struct network *net, int v)
{
	return v % net->dimension & 1;
}

const struct network_kind kind_butterfly = {
	.name = "butterfly",
	.form = "butterfly:d with d = 3..21",
	.text = "the wrapped butterfly: d 2^d nodes (i, X), two links up and two links down a "
		"level",
	.citation = "Nickolov 1993, chapter 1",
	.parse = butterfly_parse,
	.neighbour = butterfly_neighbour,
	.reverse_port = butterfly_reverse_port,
	.translate = cycle_groups_translate,
	.untranslate = cycle_groups_untranslate,
	.rotations = cycle_groups_rotations,
	.rotate = butterfly_rotate,
	.distance = butterfly_distance,
	.label = cycle_groups_label,
	.port_to = butterfly_port_to,
	.matching = butterfly_matching,
	.side = butterfly_side,
};
