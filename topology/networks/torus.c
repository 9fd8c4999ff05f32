/* Rings and tori: nodes are strings of digits, and a link adds or subtracts 1 in a digit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include "base/error.h"
#include "topology/networks/digits.h"
#include "topology/networks/kinds.h"

/* Dally & Seitz 1986 write k-ary n-cube for n digits of the same radix k. Here the radices may
 * differ, and a ring has a single digit. A digit of radix 3 or more owns two ports, which add and
 * subtract 1 modulo the radix. A digit of radix 2 owns one port, because both lead to the same
 * node. Digit 0 owns the first ports. */

static int ports_of(const struct network *net, int i)
{
	return net->radix[i] > 2 ? 2 : net->radix[i] - 1;
}

static int torus_parse(struct network *net, const char *arguments)
{
	int error = digits_parse(net, arguments);

	for (int i = 0; i < net->dimension && !error; i++)
		net->ports += ports_of(net, i);
	return error;
}

static int ring_parse(struct network *net, const char *arguments)
{
	const char *text = arguments;
	int nodes = network_read_number(&text);

	if (nodes < 1 || *text)
		return why(EINVAL, "'ring:%s' is not a ring: write ring:n with n = 1..2^26",
			arguments);
	return torus_parse(net, arguments);
}

/* Returns the digit that the port changes, and sets *step to what the port adds. */
static int split_port(const struct network *net, int port, int *step)
{
	int i = 0;

	while (port >= ports_of(net, i))
		port -= ports_of(net, i++);
	*step = port ? -1 : 1;
	return i;
}

static int torus_neighbour(const struct network *net, int v, int port)
{
	int step, i = split_port(net, port, &step), digit = digit_of(net, v, i), k = net->radix[i];

	return v + ((digit + step + k) % k - digit) * net->place[i];
}

static int torus_reverse_port(const struct network *net, int port)
{
	int step, i = split_port(net, port, &step);

	return ports_of(net, i) == 1 ? port : port + step;
}

static int least(int a, int b)
{
	return a < b ? a : b;
}

static int torus_distance(const struct network *net, int u, int v)
{
	int links = 0;

	for (int i = 0; i < net->dimension; i++) {
		int apart = abs(digit_of(net, u, i) - digit_of(net, v, i));

		links += least(apart, net->radix[i] - apart);
	}
	return links;
}

/* The links round a digit's ring have two colours in turn. The last link of an odd ring, back to
 * 0, has a third colour. */
static int colours_of(int radix)
{
	return radix == 2 ? 1 : radix % 2 ? 3 : 2;
}

static int torus_matching(const struct network *net, int v, int port)
{
	int step, i = split_port(net, port, &step), k = net->radix[i], first = 0;
	int lower = (digit_of(net, v, i) + (step < 0 ? k - 1 : 0)) % k;

	for (int d = 0; d < i; d++)
		first += colours_of(net->radix[d]);
	if (k == 2)
		return first;
	return first + (k % 2 && lower == k - 1 ? 2 : lower % 2);
}

static int torus_colours(const struct network *net)
{
	int colours = 0;

	for (int i = 0; i < net->dimension && net->ports; i++)
		colours += colours_of(net->radix[i]);
	return colours;
}

static void ring_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	(void)net;
	snprintf(text, NETWORK_LABEL, "%d", v);
}

/* The columns that rings and tori share. */
/* clang-format off */
#define ROUND_AND_ROUND \
	.neighbour = torus_neighbour, \
	.reverse_port = torus_reverse_port, \
	.translate = digits_translate, \
	.untranslate = digits_untranslate, \
	.rotations = digits_rotations, \
	.rotate = digits_rotate, \
	.distance = torus_distance, \
	.matching = torus_matching, \
	.colours = torus_colours
/* clang-format on */

const struct network_kind kind_ring = {
	.name = "ring",
	.form = "ring:n with n = 1..2^26",
	.text = "the ring: n nodes, each linked with the node before and the node after",
	.citation = "Dally & Towles 2004, chapter 5: the torus of one dimension",
	.parse = ring_parse,
	.label = ring_label,
	ROUND_AND_ROUND,
};

const struct network_kind kind_torus = {
	.name = "torus",
	.form = "torus:k1xk2x..xkn with radices >= 2 (or torus:1) and at most 2^26 nodes",
	.text = "the torus: a grid whose rows and columns are rings",
	.citation = "Dally & Seitz 1986; k-ary n-cubes: Dally 1990",
	.parse = torus_parse,
	.label = digits_label,
	ROUND_AND_ROUND,
};
