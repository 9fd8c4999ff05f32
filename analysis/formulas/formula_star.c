/* The steps of schedules along the greedy tree of the star graph and its dimension changes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_steps.h"

static int diameter(const struct network *net)
{
	return 3 * (net->dimension - 1) / 2;
}

/* Permutations of m symbols for which place 0, which is not among them, makes `swaps` swaps: a cycle
 * of c symbols takes c + 1 (Akers & Krishnamurthy 1989). The last symbol is alone, or in a cycle
 * with c - 1 others, in any order. */
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

/* Nodes at that distance from node 0. The cycle of place 0, of c symbols, takes c - 1 swaps. */
static double nodes_at(const struct network *net, int distance)
{
	int n = net->dimension;
	double count = 0, cycles = 1;

	for (int c = 1; c <= n; c++) {
		count += cycles * permutations(n - c, distance - (c - 1));
		cycles *= n - c;
	}
	return count;
}

double star_spread(const struct network *net, int i)
{
	return i < diameter(net) ? nodes_at(net, i + 1) : -1;
}

double star_deal(const struct network *net, int i)
{
	return i < diameter(net) ? nodes_at(net, diameter(net) - i) : -1;
}

/* The blocks that go d links go in the last d steps. */
double star_exchange(const struct network *net, int i)
{
	double size = 0;

	for (int d = diameter(net) - i; d <= diameter(net); d++)
		size += nodes_at(net, d);
	return i < diameter(net) ? size : -1;
}

double star_news(const struct network *net, int i)
{
	return i < diameter(net) ? 1 : -1;
}

double star_news_turns(const struct network *net, int i)
{
	int n = net->dimension;

	return i < (n - 1) * (n - 2) + 1 ? 1 : -1;
}

double pipe_star(const struct problem *problem, double packets)
{
	return packets + diameter(&problem->net) - 1;
}

double pipe_star_both(const struct problem *problem, double packets)
{
	return packets + 2 * diameter(&problem->net) - 1;
}

double pipe_star_turns(const struct problem *problem, double packets)
{
	int n = problem->net.dimension;

	return n * (n - 1) / 2 + (n - 1) * (packets - 1);
}
