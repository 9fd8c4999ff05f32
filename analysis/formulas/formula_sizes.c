/* The sizes of the steps of batched schedules, as the papers' tables list them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/binomial.h"
#include "analysis/formulas/formula_steps.h"

/* ---- Arithmetic ---- */

static double power(int i)
{
	return (double)(1L << i);
}

static int n_of(const struct network *net)
{
	return net->digits;
}

/* In how many ways l of the digits first ... last - 1 can be other than 0. */
static double digits_other_than_0(const struct network *net, int first, int last, int l)
{
	double ways[NETWORK_DIGITS + 1] = { 1 };

	for (int i = first; i < last; i++)
		for (int k = i - first + 1; k > 0; k--)
			ways[k] += ways[k - 1] * (net->radix[i] - 1);
	return l < 0 || l > last - first ? 0 : ways[l];
}

/* The digit that step i belongs to when each takes radix - 1 steps, one for each port; -1: none. */
static int digit_of_step(const struct network *net, int i)
{
	for (int d = 0; d < net->digits; i -= net->radix[d++] - 1)
		if (i < net->radix[d] - 1)
			return d;
	return -1;
}

/* ---- Along paths ---- */

double path_ones(const struct network *net, int i)
{
	return i < net->nodes - 1 ? 1 : -1;
}

double path_there_and_back(const struct network *net, int i)
{
	return i < 2 * net->nodes - 3 ? 1 : -1;
}

double path_falling(const struct network *net, int i)
{
	return i < net->nodes - 1 ? net->nodes - 1 - i : -1;
}

double path_pairs(const struct network *net, int i)
{
	return i < net->nodes - 1 ? i / 2 + 1 : -1;
}

/* ---- Spanning binomial trees, for any radices, step by step ---- */

/* Behind the root's port of digit 0 the other digits are free: most nodes are there. */
double sbt_deal(const struct network *net, int i)
{
	int n = n_of(net);

	return i < n ? digits_other_than_0(net, 1, n, n - 1 - i) : -1;
}

/* Most edges of a level cross the last digit. */
double sbt_spread(const struct network *net, int i)
{
	int n = n_of(net);

	return i < n ? digits_other_than_0(net, 0, n - 1, i) : -1;
}

double sbt_exchange(const struct network *net, int i)
{
	int n = n_of(net);
	double most = 0, before = 1;

	for (int d = 0; d < n; before *= net->radix[d++]) {
		double behind = before * digits_other_than_0(net, d + 1, n, n - 1 - i);

		if (net->radix[d] > 1 && behind > most)
			most = behind;
	}
	return i < n ? most : -1;
}

/* Digit by digit, a port after another: what lies before a digit has been collected. */
double digits_spread(const struct network *net, int i)
{
	int d = digit_of_step(net, i);

	return d < 0 ? -1 : net->place[d];
}

double digits_deal(const struct network *net, int i)
{
	int d = digit_of_step(net, i);

	return d < 0 ? -1 : (double)net->nodes / (net->place[d] * net->radix[d]);
}

double digits_exchange(const struct network *net, int i)
{
	int d = digit_of_step(net, i);

	return d < 0 ? -1 : (double)net->nodes / net->radix[d];
}

double nothing_by_digits(const struct network *net, int i)
{
	return digit_of_step(net, i) < 0 ? -1 : 1;
}

/* ---- Rotated trees of the cube ---- */

double rotated_ones(const struct network *net, int i)
{
	return i < n_of(net) ? 1 : -1;
}

double rotated_ramp(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 1 ? -1 : i < n ? i + 1 : 2 * n - 1 - i;
}

double rotated_spread(const struct network *net, int i)
{
	return i < n_of(net) ? binomial(n_of(net), i + 1) : -1;
}

double rotated_exchange(const struct network *net, int i)
{
	double sum = 0;

	for (int l = n_of(net) - i; l <= n_of(net); l++)
		sum += binomial(n_of(net), l);
	return i < n_of(net) ? sum : -1;
}

double rotated_spread_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 1 ? -1 : i < n ? power(i + 1) - 1 : power(n) - power(i - n + 1);
}

double rotated_deal_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 1 ? -1 : i < n ? power(n) - power(n - 1 - i) : power(2 * n - 1 - i) - 1;
}

double rotated_exchange_turns(const struct network *net, int i)
{
	return rotated_ramp(net, i) < 0 ? -1 : rotated_ramp(net, i) * net->nodes / 2;
}

double doubling(const struct network *net, int i)
{
	return i < n_of(net) ? power(i) : -1;
}

double halves(const struct network *net, int i)
{
	return i < n_of(net) ? net->nodes / 2.0 : -1;
}

/* ---- The nESBT's trees, which are one higher ---- */

double nesbt_ones(const struct network *net, int i)
{
	return i <= n_of(net) ? 1 : -1;
}

double nesbt_turns(const struct network *net, int i)
{
	return i < 2 * n_of(net) ? 1 : -1;
}

double nesbt_spread(const struct network *net, int i)
{
	int n = n_of(net);

	return i > n ? -1 : i == 0 ? 1 : i == 1 ? n - 1 : binomial(n, i);
}

double nesbt_exchange(const struct network *net, int i)
{
	double sum = 0;

	for (int l = n_of(net) - i; l <= n_of(net); l++)
		sum += nesbt_spread(net, l);
	return i <= n_of(net) ? sum : -1;
}

double nesbt_spread_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n ? -1 : i < n ? power(i) : net->nodes - 1 - power(i - n);
}

double nesbt_deal_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n ? -1 : i < n ? net->nodes - 1 : power(2 * n - 1 - i);
}

double nesbt_exchange_turns(const struct network *net, int i)
{
	int n = n_of(net), level = i < n ? i + 2 : 2 * n - i;

	return i >= 2 * n ? -1 : level * net->nodes / 2.0 - 1;
}

/* ---- The two-rooted complete binary tree ---- */

/* Behind the other root are N/2 nodes, N/4 of them at the last level. */
double tcbt_deal(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= n ? -1 : i == 0 ? power(n - 2) : power(n - 1 - i);
}

/* Each edge once: the two of the root, then the two of each node, level by level. */
double tcbt_deal_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 2 ? -1
	       : i == 0	      ? power(n - 1)
	       : i == 1	      ? power(n - 1) - 1
			      : power(n - 1 - i / 2) - 1;
}
