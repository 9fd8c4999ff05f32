/* The star graph: nodes are the permutations of n symbols, and port i - 1 swaps x_0 with x_i. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include "base/error.h"
#include "topology/networks/kinds.h"
#include "topology/networks/star.h"

/* Akers & Krishnamurthy 1989; Tseng & Sheu 1997, section 2. The label x_0 x_1 .. x_(n-1) of a node
 * is a permutation, the function i -> x_i, and a node's number is the lexicographic rank of its
 * label: node 0 is the identity. Labels multiply as functions do, (s v)_i = s_(v_i). Translation
 * changes symbols and keeps places, hence ports (the paper's label change, LC). The rotation
 * changes places and symbols alike by 1 -> 2 -> .. -> n-1 -> 1, so a link of dimension i becomes a
 * link of dimension i + 1 (the paper's dimension change, DC). */

enum {
	STAR_SYMBOLS = 11 /* 11! < 2^26 < 12! */
};

#define ASCENDING 0xba9876543210 /* the symbols 0, 1, .., four bits each */

static const int factorials[] = { 1, 1, 2, 6, 24, 120, 720, 5040, 40320, 362880, 3628800,
	39916800 };

static int star_parse(struct network *net, const char *arguments)
{
	const char *text = arguments;
	int n = network_read_number(&text);

	if (n < 0 || *text)
		return why(EINVAL, "'star:%s' is not a star graph: write star:n with n = 1..%d",
			arguments, STAR_SYMBOLS);
	if (n < 1 || n > STAR_SYMBOLS)
		return why(EINVAL, "'star:%s' does not exist here: n = 1..%d, n! nodes", arguments,
			STAR_SYMBOLS);
	net->nodes = factorials[n];
	net->dimension = n;
	net->ports = n - 1;
	snprintf(net->name, sizeof net->name, "star:%d", n);
	return 0;
}

uint64_t star_label_of(int n, int v)
{
	uint64_t left = ASCENDING, label = 0; /* the symbols left */

	for (int i = 0; i < n; i++) {
		int skip = v / factorials[n - 1 - i];
		uint64_t below = ((uint64_t)1 << 4 * skip) - 1;

		v -= skip * factorials[n - 1 - i];
		label |= (left >> 4 * skip & 15) << 4 * i;
		left = (left & below) | (left >> 4 & ~below);
	}
	return label;
}

/* The node with that label: its lexicographic rank. `below` has four bits for each symbol, which
 * count the smaller symbols that are left. */
static int star_node_of(int n, uint64_t label)
{
	uint64_t below = ASCENDING;
	int rank = 0;

	for (int i = 0; i < n; i++) {
		int shift = 4 * star_symbol(label, i);

		rank += (int)(below >> shift & 15) * factorials[n - 1 - i];
		below -= UINT64_C(0x111111111110) << shift;
	}
	return rank;
}

static uint64_t product(int n, uint64_t s, uint64_t v)
{
	uint64_t label = 0;

	for (int i = 0; i < n; i++)
		label |= (uint64_t)star_symbol(s, star_symbol(v, i)) << 4 * i;
	return label;
}

static uint64_t inverse(int n, uint64_t s)
{
	uint64_t label = 0;

	for (int i = 0; i < n; i++)
		label |= (uint64_t)i << 4 * star_symbol(s, i);
	return label;
}

static int star_neighbour(const struct network *net, int v, int port)
{
	int n = net->dimension;

	return star_node_of(n, star_swap(star_label_of(n, v), port + 1));
}

/* Neighbours differ in x_0 and in another place, and nowhere else. */
static int star_port_to(const struct network *net, int u, int v)
{
	int n = net->dimension;
	uint64_t from = star_label_of(n, u), to = star_label_of(n, v), differ = (from ^ to) >> 4;
	int i = differ ? __builtin_ctzll(differ) / 4 + 1 : 0;

	return i && differ >> 4 * (i - 1) < 16 && star_symbol(from, 0) == star_symbol(to, i) ? i - 1
											     : -1;
}

static int star_translate(const struct network *net, int s, int v)
{
	int n = net->dimension;

	return star_node_of(n, product(n, star_label_of(n, s), star_label_of(n, v)));
}

static int star_untranslate(const struct network *net, int s, int v)
{
	int n = net->dimension;

	return star_node_of(n, product(n, inverse(n, star_label_of(n, s)), star_label_of(n, v)));
}

static int star_rotate(const struct network *net, int v)
{
	int n = net->dimension;
	uint64_t label = star_label_of(n, v), rotated = 0;

	for (int i = 0; i < n; i++) {
		int to = i ? i % (n - 1) + 1 : 0, x = star_symbol(label, i);

		rotated |= (uint64_t)(x ? x % (n - 1) + 1 : 0) << 4 * to;
	}
	return star_node_of(n, rotated);
}

/* Through place 0, a cycle of k symbols is put right in k + 1 swaps, or in k - 1 swaps if place 0
 * itself belongs to the cycle (Akers & Krishnamurthy 1989). */
static int star_distance(const struct network *net, int u, int v)
{
	int n = net->dimension, swaps = 0;
	uint64_t label = product(n, inverse(n, star_label_of(n, u)), star_label_of(n, v));
	unsigned left = (1u << n) - 1;

	for (int i = 0; i < n; i++) {
		int length = 0;

		for (int at = i; left >> at & 1; at = star_symbol(label, at), length++)
			left ^= 1u << at;
		if (length > 1)
			swaps += i ? length + 1 : length - 1;
	}
	return swaps;
}

static void star_label(const struct network *net, int v, char text[NETWORK_LABEL])
{
	int n = net->dimension;
	uint64_t label = star_label_of(n, v);

	for (int i = 0; i < n; i++)
		text[i] = "0123456789a"[star_symbol(label, i)];
	text[n] = '\0';
}

static int star_port_digit(const struct network *net, int port)
{
	(void)net;
	return port;
}

const struct network_kind kind_star = {
	.name = "star",
	.form = "star:n with n = 1..11",
	.text = "the star graph: n! permutations, port i - 1 swaps the symbols x_0 and x_i",
	.citation = "Akers & Krishnamurthy 1989; Tseng & Sheu 1997, section 2",
	.parse = star_parse,
	.neighbour = star_neighbour,
	.translate = star_translate,
	.untranslate = star_untranslate,
	.rotate = star_rotate,
	.distance = star_distance,
	.label = star_label,
	.port_digit = star_port_digit,
	.port_to = star_port_to,
};
