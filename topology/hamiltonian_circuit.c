/* Finds a Hamiltonian circuit by a rule for each kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include "topology/hamiltonian_circuit.h"
#include "topology/networks/kinds.h"
#include "topology/networks/cycle_groups.h"

/* Digits (cube, gh, ring, torus): the Gray code of mixed radix, digit by digit. A circuit of m
 * nodes becomes a circuit of k m nodes: k rows, to and fro through all columns but column 0, which
 * is the way back.
 *
 *	k = 4, m = 4	 0   1   2   3		For odd k the last row ends in column m - 1,
 *			15   6   5   4		and the closing link of the m nodes leads
 *			14   7   8   9		from there to column 0.
 *			13  12  11  10
 *
 * With radix 2 in all digits this is the binary-reflected Gray code (Johnsson & Ho 1986, section
 * 3.1).
 *
 * Butterfly: all arcs go up a level. The arcs from (i, X) and (i, X_i) are both straight or both
 * cross, so that a single arc enters each node. Straight arcs without cross arcs make 2^d cycles.
 * Each crossing pair joins the two cycles of X and X_i. Crossing pairs are used where X_i is X
 * without its highest bit. These pairs are the links of a binomial tree, so they join all cycles.
 *
 * Star graphs and cube-connected cycles have circuits as well, but no rule as simple. */

int circuit_applies(const struct network *net)
{
	const struct network_kind *kind = net->kind;
	bool digits =
		kind == &kind_cube || kind == &kind_gh || kind == &kind_ring || kind == &kind_torus;

	return net->nodes > 2 && (digits || kind == &kind_butterfly) ? 0 : -EINVAL;
}

/* Lengthens the circuit of `columns` nodes at node[] by a digit. Row 0 is in place already, and the
 * way back through column 0 comes last. */
static void add_digit(int *node, int columns, int radix, int place)
{
	int next = columns;

	for (int row = 1; row < radix; row++)
		for (int i = 1; i < columns; i++)
			node[next++] = node[row % 2 ? columns - i : i] + row * place;
	for (int row = radix - 1; row > 0; row--)
		node[next++] = row * place;
}

static void walk_digits(const struct network *net, int *node)
{
	int columns = 1;

	for (int i = 0; i < net->dimension; i++) {
		add_digit(node, columns, net->radix[i], net->place[i]);
		columns *= net->radix[i];
	}
}

static void walk_levels(const struct network *net, int *node)
{
	int d = net->dimension;

	for (int i = 1; i < net->nodes; i++) {
		int last = node[i - 1], level = last % d, x = last / d;
		bool cross = x < 2 << level;

		node[i] = network_neighbour(net, last, cross ? BUTTERFLY_CROSS_UP : BUTTERFLY_UP);
	}
}

void circuit_walk(const struct network *net, int *node)
{
	node[0] = 0;
	(net->kind == &kind_butterfly ? walk_levels : walk_digits)(net, node);
}
