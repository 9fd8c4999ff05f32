/* The generalized hypercube: nodes are strings of digits, and a link changes a single digit. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "topology/networks/digits.h"
#include "topology/networks/kinds.h"

/* Fragopoulou, Akl & Meijer 1994 write GH(n, k) for n digits of radix k. Here the radices may
 * differ, the first radix in the name belongs to the most significant digit, and gh:N is the
 * complete network. Digit i owns radix[i] - 1 ports, and digit 0 owns the first ports. The j-th
 * port of a digit, j = 1 .. radix[i] - 1, adds j to the digit modulo its radix. Translation adds
 * all digits that way. Rotation, for equal radices, moves every digit a place to the left. */

static int gh_parse(struct network *net, const char *arguments)
{
	int error = digits_parse(net, arguments);

	net->digits = net->dimension;
	for (int i = 0; i < net->digits; i++)
		net->ports += net->radix[i] - 1;
	return error;
}

/* Returns the digit that the port changes, and leaves in *port the port's number within the
 * digit. */
static int split_port(const struct network *net, int *port)
{
	int i = 0;

	while (*port >= net->radix[i] - 1)
		*port -= net->radix[i++] - 1;
	return i;
}

static int gh_neighbour(const struct network *net, int v, int port)
{
	int i = split_port(net, &port), step = port + 1;

	if (digit_of(net, v, i) + step >= net->radix[i])
		step -= net->radix[i];
	return v + step * net->place[i];
}

static int gh_reverse_port(const struct network *net, int port)
{
	int q = port, i = split_port(net, &q);

	return port - q + (net->radix[i] - 2 - q);
}

/* If u and v differ only in digit i, v - u is a multiple of place[i] and less than the next place.
 * If the digit then leaves its range, there was a carry into other digits. */
static int gh_port_to(const struct network *net, int u, int v)
{
	int difference = v - u, i = 0, first = 0, step, digit;

	if (!difference)
		return -1;
	while (i + 1 < net->digits && net->place[i + 1] <= abs(difference))
		first += net->radix[i++] - 1;
	step = difference / net->place[i];
	digit = digit_of(net, u, i) + step;
	if (step * net->place[i] != difference || digit < 0 || digit >= net->radix[i])
		return -1;
	return first + (step > 0 ? step : step + net->radix[i]) - 1;
}

/* Cuts the complete network of k nodes into rounds of pairs, as in a tournament. For odd k, a and r
 * - a (mod k) meet in round r, and a node rests. For even k the last node meets the node that would
 * rest among the others. The links of digit i are therefore k_i matchings for odd k_i, and k_i - 1
 * for even k_i. */
static int round_of_pair(int a, int b, int k)
{
	int others = k % 2 ? k : k - 1;

	if (a == others)
		a = b;
	if (b == others)
		b = a;
	return (a + b) % others;
}

static int gh_matching(const struct network *net, int v, int port)
{
	int i = split_port(net, &port), k = net->radix[i], digit = digit_of(net, v, i);
	int first = 0;

	for (int d = 0; d < i; d++)
		first += net->radix[d];
	return first + round_of_pair(digit, (digit + port + 1) % k, k);
}

/* An upper bound: even radices need a number less. */
static int gh_colours(const struct network *net)
{
	int colours = 0;

	for (int i = 0; i < net->digits; i++)
		colours += net->radix[i];
	return colours;
}

static int gh_distance(const struct network *net, int u, int v)
{
	int different = 0;

	for (int i = 0; u != v; i++) {
		different += u % net->radix[i] != v % net->radix[i];
		u /= net->radix[i];
		v /= net->radix[i];
	}
	return different;
}

static int gh_port_digit(const struct network *net, int port)
{
	return split_port(net, &port);
}

const struct network_kind kind_gh = {
	.name = "gh",
	.form = "gh:k1xk2x..xkn with radices >= 2 (or gh:1) and at most 2^26 nodes",
	.text = "the generalized hypercube; gh:N is the complete network of N nodes",
	.citation = "Bhuyan & Agrawal 1984; Fragopoulou, Akl & Meijer 1994",
	.parse = gh_parse,
	.neighbour = gh_neighbour,
	.reverse_port = gh_reverse_port,
	.translate = digits_translate,
	.untranslate = digits_untranslate,
	.rotations = digits_rotations,
	.rotate = digits_rotate,
	.distance = gh_distance,
	.label = digits_label,
	.port_digit = gh_port_digit,
	.port_to = gh_port_to,
	.matching = gh_matching,
	.colours = gh_colours,
};
