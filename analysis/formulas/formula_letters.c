/* Computes the numbers that the letters in the texts of formulas stand for. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "analysis/formulas/formula_letters.h"
#include "base/arith.h"

int formula_links(const struct problem *problem)
{
	int from = problem->root, to = problem->destination;

	if (problem->permutation) {
		from = 0;
		while (from < problem->net.nodes - 1 && problem->permutation[from] == from)
			from++;
		to = problem->permutation[from];
	}
	return network_distance(&problem->net, from, to);
}

bool formula_letter(double *value, char letter, const struct problem *problem,
	const struct formula_numbers *numbers)
{
	const struct network *net = &problem->net;

	switch (letter) {
	case 'M':
		return *value = numbers->block, true;
	case 'B':
		return *value = numbers->packet, true;
	case 'q':
		return *value = numbers->parts, true;
	case 'N':
		return *value = net->nodes, true;
	case 'n':
		return *value = net->digits ? net->digits : net->dimension, true;
	case 'd':
		return *value = net->dimension, true;
	case 'k':
		return *value = net->radix[0], true;
	case 'D':
		return *value = network_diameter(net), true;
	case 'p':
		return *value = net->ports, true;
	case 'h':
		return *value = formula_links(problem), true;
	default:
		return false;
	}
}

/* Counts permutations of m symbols for which place 0, which holds none of these symbols, makes
 * `swaps` swaps: a cycle of c symbols takes c + 1 swaps (Akers & Krishnamurthy 1989). The last
 * symbol is alone, or in a cycle with c - 1 other symbols, in any order. */
static double permutations(int m, int swaps)
{
	double count, cycles = 1;

	if (swaps < 0)
		return 0;
	if (m < 2)
		return swaps == 0;
	count = permutations(m - 1, swaps);
	for (int c = 2; c <= m; c++) {
		cycles *= m - c + 1;
		count += cycles * permutations(m - c, swaps - c - 1);
	}
	return count;
}

/* Counts the nodes of the star graph at that distance. The cycle of place 0, of c symbols, takes c
 * - 1 swaps. */
static double star_nodes_at(const struct network *net, int distance)
{
	int n = net->dimension;
	double count = 0, cycles = 1;

	for (int c = 1; c <= n; c++) {
		count += cycles * permutations(n - c, distance - (c - 1));
		cycles *= n - c;
	}
	return count;
}

static double sum_of_inverses(int j)
{
	double all = 0;

	for (int k = 0; k <= j; k++)
		all += 1 / binomial(j, k);
	return all;
}

double formula_indexed(char letter, int i, const struct network *net)
{
	double radix;

	if (letter == 'K')
		return sum_of_inverses(i);
	if (letter == 'N')
		return star_nodes_at(net, i);
	radix = i >= 0 && i < net->dimension && net->radix[i] ? net->radix[i] : 1;
	return letter == 'k' ? radix : radix > 1 ? radix - 1 + fmod(radix, 2) : 0;
}

double formula_ways(const struct network *net, int first, int last, int l)
{
	double ways[NETWORK_DIGITS + 1] = { 1 };

	for (int i = first; i < last; i++)
		for (int k = i - first + 1; k > 0; k--)
			ways[k] += ways[k - 1] * (net->radix[i] - 1);
	return l < 0 || l > last - first ? 0 : ways[l];
}
