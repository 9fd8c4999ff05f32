/* The closed forms of the balanced spanning tree and graph on generalized hypercubes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/binomial.h"
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_tables.h"
#include "topology/trees/necklace.h"

/* n digits of radix k, d = n (k - 1) ports. C(n,l) (k-1)^l nodes have l digits other than 0; the bsg
 * cuts their blocks so that every port has the d-th part of them. The bst does so, too, where all
 * necklaces are full. */

static int greatest_common_divisor(int a, int b)
{
	return b ? greatest_common_divisor(b, a % b) : a;
}

static double power(double base, int exponent)
{
	double value = 1;

	while (exponent-- > 0)
		value *= base;
	return value;
}

/* R^times takes the digits round in cycles, as many as the greatest common divisor of n and times;
 * a digit that has gone round is turned that often by r. A node is kept whose cycles are of zeroes
 * or, if r turned so often is nothing, of digits that follow from one of them. */
static bool keeps_digits(const struct network *net, int times)
{
	int cycles = greatest_common_divisor(times, net->digits);

	return times / cycles % (net->radix[0] - 1) == 0;
}

/* In how many parts the bsg cuts a block: the least number that n (k - 1) / P divides for the period
 * P of every necklace. */
static int parts_of_bsg(const struct network *net)
{
	int order = net->ports, parts = 1;

	for (int i = 1; i <= order; i++)
		if (order % i == 0 && keeps_digits(net, i))
			parts *= order / i / greatest_common_divisor(parts, order / i);
	return parts;
}

static int parts(const struct problem *problem)
{
	return parts_of_bsg(&problem->net);
}

static int parts_of_slices(const struct problem *problem)
{
	return parts_of_bsg(&problem->net) * problem->net.nodes;
}

/* ---- Where they hold ---- */

static bool one_radix(const struct problem *problem)
{
	return necklace_order(&problem->net) > 0;
}

static bool full_necklaces(const struct problem *problem)
{
	return one_radix(problem) && parts_of_bsg(&problem->net) == 1;
}

/* ---- Sizes of steps ---- */

/* One port's share of the nodes with l digits, in parts. */
static double share(const struct network *net, int l)
{
	double nodes = binomial(net->digits, l) * power(net->radix[0] - 1, l);

	return nodes * parts_of_bsg(net) / net->ports;
}

static double spread_by_level(const struct network *net, int i)
{
	return i < net->digits ? share(net, i + 1) : -1;
}

static double exchange_by_level(const struct network *net, int i)
{
	double sum = 0;

	for (int l = net->digits - i; l <= net->digits; l++)
		sum += share(net, l);
	return i < net->digits ? sum : -1;
}

/* With one port the steps have no closed form, their sum has: with send and receive each of the
 * (2n - 1)(k - 1) is one port's; an exchange pairs the k nodes of a digit, of odd k all but one. */
static double even(double sum, double steps, int i)
{
	return i < steps ? sum / steps : -1;
}

static double pairings(const struct network *net)
{
	return net->radix[0] % 2 ? net->radix[0] : net->radix[0] - 1;
}

static double spread_sum(const struct network *net)
{
	return (net->nodes - 1.0) * parts_of_bsg(net);
}

static double exchange_sum(const struct network *net)
{
	return (double)net->ports * net->nodes / net->radix[0] * parts_of_bsg(net);
}

static double turns(const struct network *net)
{
	return 2 * net->digits - 1;
}

static double spread_by_ports(const struct network *net, int i)
{
	return even(spread_sum(net), turns(net) * (net->radix[0] - 1), i);
}

static double exchange_by_ports(const struct network *net, int i)
{
	return even(exchange_sum(net), turns(net) * (net->radix[0] - 1), i);
}

static double spread_by_pairs(const struct network *net, int i)
{
	double steps = pairings(net) / (net->radix[0] - 1);

	return even(spread_sum(net) * steps, turns(net) * pairings(net), i);
}

static double exchange_by_pairs(const struct network *net, int i)
{
	double steps = pairings(net) / (net->radix[0] - 1);

	return even(exchange_sum(net) * steps, turns(net) * pairings(net), i);
}

/* The sbt digit by digit, for any radices: which digit the pairing i is of; -1 behind the last. */
static int digit_of_pairing(const struct network *net, int i)
{
	for (int d = 0; d < net->digits; d++) {
		int pairings = net->radix[d] % 2 ? net->radix[d] : net->radix[d] - 1;

		if (net->radix[d] > 1 && i < pairings)
			return d;
		i -= net->radix[d] > 1 ? pairings : 0;
	}
	return -1;
}

static double digits_spread_by_pairs(const struct network *net, int i)
{
	int d = digit_of_pairing(net, i);

	return d < 0 ? -1 : net->place[d];
}

static double digits_exchange_by_pairs(const struct network *net, int i)
{
	int d = digit_of_pairing(net, i);

	return d < 0 ? -1 : (double)net->nodes / net->radix[d];
}

/* Reduced and broadcast part after part; the first part comes back when the last one of its round
 * would be there. */
static double pipe_parts_both(const struct problem *problem, double packets)
{
	double parts = parts_of_bsg(&problem->net);

	return packets + 2 * problem->net.digits - 2 + (packets < parts ? packets : parts);
}

#define FAM(part) "Fragopoulou, Akl & Meijer 1994, " part
#define BY_LEVEL_TEXT                                                                              \
	"sum_{1<=l<=n} ceil(C(n,l)(k-1)^l M/(n(k-1)B)) beta + (k^n-1)/(n(k-1)) M tau"
#define EXCHANGE_TEXT                                                                              \
	"sum_{i=1..n} ceil(sum_{l>=i} C(n,l)(k-1)^l M/(n(k-1)B)) beta + k^(n-1) M tau"
#define TWICE_TEXT                                                                                 \
	"2 (sum_{1<=l<=n} ceil(C(n,l)(k-1)^l M/(n(k-1)N B)) beta + (N-1)/(n(k-1)N) M tau)"

#define DEAL_TEXT                                                                                  \
	"sum_{k<n} (ceil(w_k M/B) beta + w_k M tau), w_k: the most blocks that lie k links "       \
	"behind one link"
#define STREAM_TEXT "ceil(s M/B) beta + s M tau, B <= M, s: the most nodes behind a port of the root"

/* Batched level by level; with packets of one message these are the unit steps of section 5. */
#define BATCHED(family, holds)                                                                     \
		{ ALLGATHER, family, "", "gh", F_ALL, 0, spread_by_level, NULL, BY_LEVEL_TEXT,     \
			FAM("section 5.3"), NULL, parts, holds },                                  \
		{ ALLREDUCE, family, "", "gh", F_ALL, TWICE, spread_by_level, NULL, TWICE_TEXT,    \
			FAM("section 5.3"), NULL, parts_of_slices, holds },                                  \
	{                                                                                          \
		ALLTOALL, family, "", "gh", F_ALL, 0, exchange_by_level, NULL, EXCHANGE_TEXT,      \
			FAM("section 5.5"), NULL, parts, holds                                     \
	}

/* Dimension by dimension, every digit's ports one after another. */
#define IN_TURN(family, ports, how, holds, spread, exchange, times, steps, volume)                 \
	{ ALLGATHER, family, "", "gh", ports, WHOLE | (how), spread, NULL,                         \
		times "(2n-1) " steps " beta + " times "(N-1) " volume "M tau", DERIVED, NULL,     \
		parts, holds },                                                                    \
	{                                                                                          \
		ALLTOALL, family, "", "gh", ports, WHOLE | (how), exchange, NULL,                  \
			times "(2n-1) " steps " beta + " times "n(k-1) k^(n-1) " volume "M tau",   \
			DERIVED, NULL, parts, holds                                                \
	}
#define ALL_TURNS(family, holds)                                                                   \
	IN_TURN(family, F_SENDRECV, 0, holds, spread_by_ports, exchange_by_ports, "", "(k-1)",     \
		""),                                                                               \
		IN_TURN(family, F_EXCHANGE, 0, holds, spread_by_pairs, exchange_by_pairs, "", "p", \
			"p/(k-1) "),                                                               \
		IN_TURN(family, F_SINGLE, TWICE, holds, spread_by_pairs, exchange_by_pairs, "2 ",  \
			"p", "p/(k-1) ")

#define SBT_PAIRS(ports, how, times, slices)                                                       \
	{ ALLGATHER, "sbt", "", "gh", ports, how, digits_spread_by_pairs, NULL,                    \
		times "sum_i p_i (ceil(k_0..k_(i-1) M/B) beta + k_0..k_(i-1) M tau)", DERIVED },   \
		{ ALLREDUCE, "sbt", "", "gh", ports, PER_NODE | ((how) ? TWICE | AGAIN : TWICE),   \
			digits_spread_by_pairs, NULL,                                              \
			slices                                                                     \
			"sum_i p_i (ceil(k_0..k_(i-1) M/(N B)) beta + k_0..k_(i-1) M/N tau)",      \
			DERIVED },                                                                 \
	{                                                                                          \
		ALLTOALL, "sbt", "", "gh", ports, how, digits_exchange_by_pairs, NULL,             \
			times "sum_i p_i (ceil(N/k_i M/B) beta + N/k_i M tau)", DERIVED            \
	}

/* clang-format off */
const struct formula formulas_gh[] = {
	{ BROADCAST, "bst", "", "gh", F_ALL, HALF_TOO, NULL, pipe_tree,
		"(ceil(M/B)+n-1) (beta + B tau)", FAM("section 5.2") },
	{ BROADCAST, "bsg", "", "gh", F_ALL, 0, NULL, pipe_tree,
		"(ceil(M/B)+n-1) (beta + B tau)", DERIVED, NULL, parts },
	{ ALLREDUCE, "bst-rb", "", "gh", F_ALL, 0, NULL, pipe_tree_both,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "bsg-rb", "", "gh", F_ALL, 0, NULL, pipe_parts_both,
		"(P+2n-2+min(P,q)) (beta + B tau), P = ceil(M/B), q parts of a block", DERIVED, NULL, parts },

	BATCHED("bsg", NULL),
	BATCHED("bst", full_necklaces),
	{ SCATTER, "bsg", "", "gh", F_ALL, 0, NULL, NULL, DEAL_TEXT, DERIVED, tree_deal, parts },
	{ SCATTER, "bst", "", "gh", F_ALL, HALF_TOO, NULL, NULL, DEAL_TEXT, DERIVED, tree_deal },
	{ SCATTER, "bsg", "stream", "gh", F_ALL, SMALL, NULL, NULL,
		"ceil((N-1) M/(n(k-1)B)) beta + (N-1)/(n(k-1)) M tau, B <= M", FAM("section 5.4"),
		stream_rotated, parts },
	{ SCATTER, "bst", "stream", "gh", F_ALL, SMALL | HALF_TOO, NULL, NULL, STREAM_TEXT,
		FAM("section 5.4, for whole blocks"), stream_tree },
	ALL_TURNS("bsg", NULL),
	ALL_TURNS("bst", full_necklaces),

	/* The sbt where nodes exchange in pairs. */
	SBT_PAIRS(F_EXCHANGE, 0, "", "2 "),
	SBT_PAIRS(F_SINGLE, TWICE, "2 ", "4 "),
	{ .text = NULL },
};
/* clang-format on */
