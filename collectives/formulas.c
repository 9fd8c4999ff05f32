/* The table of closed forms, and the sizes of the steps that they add up. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "collectives/formula.h"

/* Sources: Johnsson & Ho 1986, tables 4 to 18, and Stout & Wagar 1990, both with the corrections
 * that come from running them; "derived" is ours. A formula stands here only if the simulator's
 * figures equal it (tests/formula_test.c).                                                     */

/* ---- Arithmetic ---- */

static double choose(int n, int k)
{
	double value = 1;

	if (k < 0 || k > n)
		return 0;
	for (int i = 1; i <= k; i++)
		value = value * (n - k + i) / i;
	return value;
}

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

static double path_ones(const struct network *net, int i)
{
	return i < net->nodes - 1 ? 1 : -1;
}

static double path_there_and_back(const struct network *net, int i)
{
	return i < 2 * net->nodes - 3 ? 1 : -1;
}

static double path_falling(const struct network *net, int i)
{
	return i < net->nodes - 1 ? net->nodes - 1 - i : -1;
}

static double path_pairs(const struct network *net, int i)
{
	return i < net->nodes - 1 ? i / 2 + 1 : -1;
}

/* ---- Spanning binomial trees, for any radices, step by step ---- */

/* Behind the root's port of digit 0 the other digits are free: most nodes are there. */
static double sbt_deal(const struct network *net, int i)
{
	int n = n_of(net);

	return i < n ? digits_other_than_0(net, 1, n, n - 1 - i) : -1;
}

/* Most edges of a level cross the last digit. */
static double sbt_spread(const struct network *net, int i)
{
	int n = n_of(net);

	return i < n ? digits_other_than_0(net, 0, n - 1, i) : -1;
}

static double sbt_exchange(const struct network *net, int i)
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
static double digits_spread(const struct network *net, int i)
{
	int d = digit_of_step(net, i);

	return d < 0 ? -1 : net->place[d];
}

static double digits_deal(const struct network *net, int i)
{
	int d = digit_of_step(net, i);

	return d < 0 ? -1 : (double)net->nodes / (net->place[d] * net->radix[d]);
}

static double digits_exchange(const struct network *net, int i)
{
	int d = digit_of_step(net, i);

	return d < 0 ? -1 : (double)net->nodes / net->radix[d];
}

static double nothing_by_digits(const struct network *net, int i)
{
	return digit_of_step(net, i) < 0 ? -1 : 1;
}

/* ---- Rotated trees of the cube ---- */

static double rotated_ones(const struct network *net, int i)
{
	return i < n_of(net) ? 1 : -1;
}

static double rotated_ramp(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 1 ? -1 : i < n ? i + 1 : 2 * n - 1 - i;
}

static double rotated_spread(const struct network *net, int i)
{
	return i < n_of(net) ? choose(n_of(net), i + 1) : -1;
}

static double rotated_exchange(const struct network *net, int i)
{
	double sum = 0;

	for (int l = n_of(net) - i; l <= n_of(net); l++)
		sum += choose(n_of(net), l);
	return i < n_of(net) ? sum : -1;
}

static double rotated_spread_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 1 ? -1 : i < n ? power(i + 1) - 1 : power(n) - power(i - n + 1);
}

static double rotated_deal_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n - 1 ? -1 : i < n ? power(n) - power(n - 1 - i) : power(2 * n - 1 - i) - 1;
}

static double rotated_exchange_turns(const struct network *net, int i)
{
	return rotated_ramp(net, i) < 0 ? -1 : rotated_ramp(net, i) * net->nodes / 2;
}

static double doubling(const struct network *net, int i)
{
	return i < n_of(net) ? power(i) : -1;
}

static double halves(const struct network *net, int i)
{
	return i < n_of(net) ? net->nodes / 2.0 : -1;
}

/* ---- The nESBT's trees, which are one higher ---- */

static double nesbt_ones(const struct network *net, int i)
{
	return i <= n_of(net) ? 1 : -1;
}

static double nesbt_turns(const struct network *net, int i)
{
	return i < 2 * n_of(net) ? 1 : -1;
}

static double nesbt_spread(const struct network *net, int i)
{
	int n = n_of(net);

	return i > n ? -1 : i == 0 ? 1 : i == 1 ? n - 1 : choose(n, i);
}

static double nesbt_exchange(const struct network *net, int i)
{
	double sum = 0;

	for (int l = n_of(net) - i; l <= n_of(net); l++)
		sum += nesbt_spread(net, l);
	return i <= n_of(net) ? sum : -1;
}

static double nesbt_spread_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n ? -1 : i < n ? power(i) : net->nodes - 1 - power(i - n);
}

static double nesbt_deal_turns(const struct network *net, int i)
{
	int n = n_of(net);

	return i >= 2 * n ? -1 : i < n ? net->nodes - 1 : power(2 * n - 1 - i);
}

static double nesbt_exchange_turns(const struct network *net, int i)
{
	int n = n_of(net), level = i < n ? i + 2 : 2 * n - i;

	return i >= 2 * n ? -1 : level * net->nodes / 2.0 - 1;
}

/* ---- Balanced trees by turns: the sizes have no closed form, their sum has ---- */

static double even(double sum, int steps, int i)
{
	return i < steps ? sum / steps : -1;
}

static double sbnt_spread_turns(const struct network *net, int i)
{
	return even(net->nodes - 1, 2 * n_of(net) - 2, i);
}

static double sbnt_exchange_turns(const struct network *net, int i)
{
	return even(n_of(net) * net->nodes / 2.0, 2 * n_of(net) - 2, i);
}

static double sbntc_spread_turns(const struct network *net, int i)
{
	return even(n_of(net) * (net->nodes - 1.0), 2 * n_of(net) - 1, i);
}

static double sbntc_exchange_turns(const struct network *net, int i)
{
	return even(n_of(net) * (n_of(net) * net->nodes / 2.0), 2 * n_of(net) - 1, i);
}

/* ---- Pipelines ---- */

static double pipe_tree(const struct problem *problem, double packets)
{
	return packets + n_of(&problem->net) - 1;
}

static double pipe_path(const struct problem *problem, double packets)
{
	return packets + problem->net.nodes - 2;
}

static double pipe_path_alternating(const struct problem *problem, double packets)
{
	return 2 * packets + problem->net.nodes - 3;
}

static double pipe_nesbt(const struct problem *problem, double packets)
{
	int n = n_of(&problem->net);
	long rounds = ((long)packets + n - 1) / n;

	return (double)rounds + n;
}

static double pipe_nesbt_labels(const struct problem *problem, double packets)
{
	return packets + n_of(&problem->net);
}

static double pipe_nesbt_alternating(const struct problem *problem, double packets)
{
	return 2 * packets + n_of(&problem->net) - 1;
}

static double pipe_digits(const struct problem *problem, double packets)
{
	return packets * problem->net.ports;
}

static double pipe_sbnt_turns(const struct problem *problem, double packets)
{
	return (packets + 1) * n_of(&problem->net) - 2;
}

static double pipe_tree_both(const struct problem *problem, double packets)
{
	return packets + 2 * n_of(&problem->net) - 1;
}

static double pipe_path_both(const struct problem *problem, double packets)
{
	return packets + 2 * problem->net.nodes - 3;
}

static double pipe_sbt_both_turns(const struct problem *problem, double packets)
{
	return (2 * n_of(&problem->net) - 1) * packets + 1;
}

static double pipe_sbt_both_single(const struct problem *problem, double packets)
{
	return 2 * n_of(&problem->net) * packets;
}

static int links_of_way(const struct problem *problem)
{
	return network_distance(&problem->net, problem->root, problem->destination);
}

static double pipe_way(const struct problem *problem, double packets)
{
	int links = links_of_way(problem);

	return links ? packets + links - 1 : 0;
}

static double pipe_way_alternating(const struct problem *problem, double packets)
{
	int links = links_of_way(problem);

	return links > 1 ? 2 * packets + links - 2 : links * packets;
}

/* ---- The table: the first line that holds is taken ---- */

enum {
	F_SINGLE = 1 << SINGLE,
	F_EXCHANGE = 1 << EXCHANGE,
	F_SENDRECV = 1 << SENDRECV,
	F_ALL = 1 << ALL,
	PAIRS = F_EXCHANGE | F_SENDRECV,
	ONE = PAIRS | F_SINGLE,
	ANY = ONE | F_ALL
};

#define JH(part) "Johnsson & Ho 1986, " part
#define SW(part) "Stout & Wagar 1990, " part
#define DERIVED "derived"

/* An allgather's formula, and that of the all-reduce, twice on slices; `batch` and `sum` are both
 * in units of M. Under SINGLE the two directions of an exchange take turns. */
#define ALLGATHER_LINES(name, order, kind, ports, how, size, range, batch, under, sum, citation)   \
	{ ALLGATHER, name, order, kind, ports, how, size, NULL,                                    \
		"sum " range " ceil(" batch " M/(" under "B)) beta + " sum " M tau", citation },   \
	{                                                                                          \
		ALLREDUCE, name, order, kind, ports, (how) | PER_NODE | TWICE, size, NULL,         \
			"2 (sum " range " ceil(" batch " M/(" under "N B)) beta + " sum            \
			" M/N tau)",                                                               \
			citation "; " SW("section 8")                                              \
	}
#define ALLGATHER_SINGLE(name, kind, how, size, range, batch, under, sum)                          \
	{ ALLGATHER, name, "", kind, F_SINGLE, (how) | TWICE, size, NULL,                          \
		"2 (sum " range " ceil(" batch " M/(" under "B)) beta + " sum " M tau)",           \
		DERIVED },                                                                         \
	{                                                                                          \
		ALLREDUCE, name, "", kind, F_SINGLE, (how) | PER_NODE | TWICE | AGAIN, size, NULL, \
			"4 (sum " range " ceil(" batch " M/(" under "N B)) beta + " sum            \
			" M/N tau)",                                                               \
			DERIVED                                                                    \
	}
#define ALLTOALL_SINGLE(name, kind, how, size, range, batch, under, sum)                           \
	{                                                                                          \
		ALLTOALL, name, "", kind, F_SINGLE, (how) | TWICE, size, NULL,                     \
			"2 (sum " range " ceil(" batch " M/(" under "B)) beta + " sum " M tau)",   \
			DERIVED                                                                    \
	}

/* clang-format off */
static const struct formula formulas[] = {
	/* One to all: tables 4 and 5. */
	{ BROADCAST, "brg", "", "cube", F_ALL | F_SENDRECV, 0, NULL, pipe_path,
		"(ceil(M/B)+N-2) (beta + B tau)", JH("table 4, with send and receive at once") },
	{ BROADCAST, "brg", "", "cube", F_EXCHANGE | F_SINGLE, 0, NULL, pipe_path_alternating,
		"(2 ceil(M/B)+N-3) (beta + B tau)", JH("table 4") },
	{ BROADCAST, "nrbrg", "", "cube", F_ALL, PER_DIMENSION | NOT_A_SQUARE, path_ones, NULL,
		"ceil(M/(nB)) (N-1) beta + (N-1) M/n tau", JH("table 5") },
	{ BROADCAST, "sbt", "", NULL, F_ALL, 0, NULL, pipe_tree,
		"(ceil(M/B)+n-1) (beta + B tau)", JH("table 5") },
	{ BROADCAST, "sbt", "", "cube", ONE, 0, NULL, pipe_digits,
		"n ceil(M/B) beta + n M tau", JH("table 4") },
	{ BROADCAST, "sbt", "", "gh", ONE, 0, NULL, pipe_digits,
		"sum_i (k_i-1) (ceil(M/B) beta + M tau)", DERIVED },
	{ BROADCAST, "nrsbt", "", "cube", F_ALL, PER_DIMENSION, rotated_ones, NULL,
		"n ceil(M/(nB)) beta + M tau", JH("table 5") },
	{ BROADCAST, "nrsbt", "", "cube", ONE, PER_DIMENSION, rotated_ramp, NULL,
		"sum_{i<2n-1} ceil(min(i+1,2n-1-i) M/(nB)) beta + n M tau", JH("table 4") },
	{ BROADCAST, "nesbt", "", "cube", F_ALL, PER_DIMENSION, NULL, pipe_nesbt,
		"(ceil(M/(nB))+n) (beta + B tau)", JH("table 5") },
	{ BROADCAST, "nesbt", "", "cube", PAIRS, PER_DIMENSION, NULL, pipe_nesbt_labels,
		"(ceil(M/B)+n) (beta + B tau)", JH("table 4, theorem 4.1") },
	{ BROADCAST, "nesbt", "", "cube", F_SINGLE, PER_DIMENSION | ONE_WAY, NULL,
		pipe_nesbt_alternating,
		"(2 ceil(M/B)+n-1) (beta + B tau)", JH("theorem 4.3") },
	{ BROADCAST, "sbnt", "", "cube", F_ALL, 0, NULL, pipe_tree,
		"(ceil(M/B)+n-1) (beta + B tau)", DERIVED },
	{ BROADCAST, "sbnt", "", "cube", ONE, 0, NULL, pipe_sbnt_turns,
		"(n ceil(M/B)+n-2) (beta + B tau)", DERIVED },
	{ BROADCAST, "bfs", "", NULL, F_ALL, 0, NULL, pipe_tree,
		"(ceil(M/B)+n-1) (beta + B tau)", DERIVED },

	/* One to each: tables 7 and 8. */
	{ SCATTER, "brg", "", "cube", F_ALL | F_SENDRECV, 0, path_ones, NULL,
		"(N-1) ceil(M/B) beta + (N-1) M tau", JH("section 5.1") },
	{ SCATTER, "brg", "", "cube", F_EXCHANGE | F_SINGLE, 0, path_there_and_back, NULL,
		"(2N-3) ceil(M/B) beta + (2N-3) M tau", JH("table 7") },
	{ SCATTER, "sbt", "", "cube", F_ALL, 0, sbt_deal, NULL,
		"sum_{l<n} ceil(C(n-1,l) M/B) beta + N/2 M tau", JH("table 7") },
	{ SCATTER, "sbt", "", "gh", F_ALL, 0, sbt_deal, NULL,
		"sum_{l<n} ceil(e_l M/B) beta + N/k_0 M tau, e_l: nodes whose digit 0 is 0 and that "
		"have l other digits", DERIVED },
	{ SCATTER, "sbt", "", "cube", ONE, 0, digits_deal, NULL,
		"sum_{i<n} ceil(2^i M/B) beta + (N-1) M tau", JH("table 7") },
	{ SCATTER, "sbt", "", "gh", ONE, 0, digits_deal, NULL,
		"sum_i (k_i-1) ceil(k_(i+1)..k_(n-1) M/B) beta + (N-1) M tau", DERIVED },
	{ SCATTER, "nrsbt", "", "cube", F_ALL, PER_DIMENSION, rotated_spread, NULL,
		"sum_{l<=n} ceil(C(n,l) M/(nB)) beta + (N-1) M/n tau", JH("table 7") },
	{ SCATTER, "nrsbt", "", "cube", ONE, PER_DIMENSION, rotated_deal_turns, NULL,
		"sum_{i<n} (ceil((N-2^i) M/(nB)) + ceil((2^i-1) M/(nB))) beta + (N-1) M tau",
		JH("table 7") },
	{ SCATTER, "nesbt", "", "cube", F_ALL, PER_DIMENSION, nesbt_spread, NULL,
		"(ceil(M/(nB)) + ceil((n-1) M/(nB)) + sum_{l=2..n} ceil(C(n,l) M/(nB))) beta + "
		"(N-1) M/n tau", DERIVED },
	{ SCATTER, "nesbt", "", "cube", PAIRS, PER_DIMENSION, nesbt_deal_turns, NULL,
		"(n ceil((N-1) M/(nB)) + sum_{i<n} ceil(2^i M/(nB))) beta + (N-1)(n+1)/n M tau",
		DERIVED },
	{ SCATTER, "sbntc", "", "cube", F_ALL, PER_DIMENSION, rotated_spread, NULL,
		"sum_{l<=n} ceil(C(n,l) M/(nB)) beta + (N-1) M/n tau", JH("table 7") },

	/* All to all: tables 10 to 14. */
	ALLGATHER_LINES("brg", "", "cube", F_ALL | PAIRS, 0, path_ones,
		"_{l<N-1}", "", "", "(N-1)", JH("table 10")),
	ALLGATHER_SINGLE("brg", "cube", 0, path_ones, "_{l<N-1}", "", "", "(N-1)"),
	ALLGATHER_LINES("nrbrg", "", "cube", F_ALL, PER_DIMENSION, path_ones,
		"_{l<N-1}", "", "n ", "(N-1)/n", JH("table 12")),
	ALLGATHER_LINES("nrbrg", "", "cube", PAIRS, PER_DIMENSION | EACH_PORT, path_ones,
		"_{l<n(N-1)}", "", "n ", "(N-1)", DERIVED),
	ALLGATHER_SINGLE("nrbrg", "cube", PER_DIMENSION | EACH_PORT, path_ones,
		"_{l<n(N-1)}", "", "n ", "(N-1)"),
	ALLGATHER_LINES("sbt", "", "cube", F_ALL, 0, sbt_spread,
		"_{l<n}", "C(n-1,l)", "", "N/2", JH("table 12")),
	ALLGATHER_LINES("sbt", "", "gh", F_ALL, 0, sbt_spread,
		"_{l<n}", "e_l", "", "N/k_(n-1)", DERIVED),
	ALLGATHER_LINES("sbt", "", "cube", PAIRS, 0, digits_spread,
		"_{l<n}", "2^l", "", "(N-1)", JH("table 10")),
	ALLGATHER_LINES("sbt", "", "gh", F_SENDRECV, 0, digits_spread,
		"_i (k_i-1)", "k_0..k_(i-1)", "", "(N-1)", DERIVED),
	ALLGATHER_SINGLE("sbt", "cube", 0, digits_spread, "_{l<n}", "2^l", "", "(N-1)"),
	ALLGATHER_LINES("sbt", "dimension", "cube", F_ALL | PAIRS, 0, digits_spread,
		"_{l<n}", "2^l", "", "(N-1)", JH("table 10")),
	ALLGATHER_LINES("nrsbt", "", "cube", F_ALL, PER_DIMENSION, rotated_spread,
		"_{1<=l<=n}", "C(n,l)", "n ", "(N-1)/n", JH("table 12")),
	ALLGATHER_LINES("nrsbt", "", "cube", PAIRS, PER_DIMENSION, rotated_spread_turns,
		"_{l<2n-1}", "min(2^(l+1)-1, N-2^(l-n+1))", "n ", "(N-1)", JH("table 10")),
	ALLGATHER_SINGLE("nrsbt", "cube", PER_DIMENSION, rotated_spread_turns,
		"_{l<2n-1}", "min(2^(l+1)-1, N-2^(l-n+1))", "n ", "(N-1)"),
	ALLGATHER_LINES("nrsbt", "dimension", "cube", F_ALL, PER_DIMENSION, doubling,
		"_{l<n}", "2^l", "n ", "(N-1)/n", SW("COMPLETE BROADCAST")),
	ALLGATHER_LINES("nesbt", "", "cube", F_ALL, PER_DIMENSION, nesbt_spread,
		"_{l<=n}", "(C(n,l)-[l=1])", "n ", "(N-1)/n", JH("table 12")),
	ALLGATHER_LINES("nesbt", "", "cube", PAIRS, PER_DIMENSION, nesbt_spread_turns,
		"_{l<2n}", "(l<n: 2^l; else N-1-2^(l-n))", "n ", "(N-1)", JH("table 10")),
	ALLGATHER_SINGLE("nesbt", "cube", PER_DIMENSION, nesbt_spread_turns,
		"_{l<2n}", "(l<n: 2^l; else N-1-2^(l-n))", "n ", "(N-1)"),
	ALLGATHER_LINES("sbntc", "", "cube", F_ALL, PER_DIMENSION, rotated_spread,
		"_{1<=l<=n}", "C(n,l)", "n ", "(N-1)/n", JH("table 12")),
	{ ALLGATHER, "sbnt", "", "cube", PAIRS, WHOLE, sbnt_spread_turns, NULL,
		"(2n-2) beta + (N-1) M tau", JH("table 10, with one path to a node") },
	{ ALLGATHER, "sbntc", "", "cube", PAIRS, WHOLE | PER_DIMENSION, sbntc_spread_turns, NULL,
		"(2n-1) beta + (N-1) M tau", JH("table 10") },
	{ BARRIER, "sbt", "", "cube", F_ALL | PAIRS, 0, nothing_by_digits, NULL,
		"n beta", DERIVED },
	{ BARRIER, "sbt", "", "cube", F_SINGLE, TWICE, nothing_by_digits, NULL,
		"2n beta", DERIVED },

	/* All-reduce by reduce, then broadcast. */
	{ ALLREDUCE, "brg-rb", "", "cube", F_ALL, 0, NULL, pipe_path_both,
		"(ceil(M/B)+2N-3) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "sbt-rb", "", NULL, F_ALL, 0, NULL, pipe_tree_both,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "sbt-rb", "", "cube", PAIRS, 0, NULL, pipe_sbt_both_turns,
		"((2n-1) ceil(M/B)+1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "sbt-rb", "", "cube", F_SINGLE, 0, NULL, pipe_sbt_both_single,
		"2n ceil(M/B) beta + 2n M tau", DERIVED },
	{ ALLREDUCE, "sbnt-rb", "", "cube", F_ALL, 0, NULL, pipe_tree_both,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "bfs-rb", "", NULL, F_ALL, 0, NULL, pipe_tree_both,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "nrbrg-rb", "", "cube", F_ALL, PER_DIMENSION | TWICE | NOT_A_SQUARE, path_ones,
		NULL,
		"2 (N-1) (ceil(M/(nB)) beta + M/n tau)", DERIVED },
	{ ALLREDUCE, "nrsbt-rb", "", "cube", F_ALL, PER_DIMENSION | TWICE, rotated_ones, NULL,
		"2n ceil(M/(nB)) beta + 2 M tau", DERIVED },
	{ ALLREDUCE, "nrsbt-rb", "", "cube", ONE, PER_DIMENSION | TWICE, rotated_ramp, NULL,
		"2 (sum_{i<2n-1} ceil(min(i+1,2n-1-i) M/(nB)) beta + n M tau)", DERIVED },
	{ ALLREDUCE, "nesbt-rb", "", "cube", F_ALL, PER_DIMENSION | TWICE | NOT_A_SQUARE, nesbt_ones,
		NULL,
		"2 (n+1) (ceil(M/(nB)) beta + M/n tau)", DERIVED },
	{ ALLREDUCE, "nesbt-rb", "", "cube", PAIRS, PER_DIMENSION | TWICE | NOT_A_SQUARE, nesbt_turns,
		NULL,
		"4n ceil(M/(nB)) beta + 4 M tau", DERIVED },

	/* Each to each: tables 15 to 18. */
	{ ALLTOALL, "brg", "", "cube", F_ALL, 0, path_pairs, NULL,
		"sum_{i<N-1} ceil((floor(i/2)+1) M/B) beta + N^2/4 M tau", DERIVED },
	{ ALLTOALL, "brg", "", "cube", PAIRS, 0, path_falling, NULL,
		"sum_{i=1..N-1} ceil(i M/B) beta + N(N-1)/2 M tau", JH("table 15") },
	ALLTOALL_SINGLE("brg", "cube", 0, path_falling, "_{i=1..N-1}", "i", "", "N(N-1)/2"),
	{ ALLTOALL, "nrbrg", "", "cube", F_ALL, PER_DIMENSION, path_falling, NULL,
		"sum_{i=1..N-1} ceil(i M/(nB)) beta + N(N-1)/2n M tau", JH("table 17") },
	{ ALLTOALL, "nrbrg", "", "cube", PAIRS, PER_DIMENSION | EACH_PORT, path_falling, NULL,
		"n sum_{i=1..N-1} ceil(i M/(nB)) beta + N(N-1)/2 M tau", DERIVED },
	{ ALLTOALL, "sbt", "", "cube", F_ALL, 0, sbt_exchange, NULL,
		"sum_{l<n} ceil(s_l M/B) beta + sum_{l<n} s_l M tau, "
		"s_l = max_d 2^(n-1-d) C(d,l)", JH("table 17, lemma 3.18") },
	{ ALLTOALL, "sbt", "", "gh", F_ALL, 0, sbt_exchange, NULL,
		"sum_{l<n} ceil(s_l M/B) beta + sum_{l<n} s_l M tau, "
		"s_l = max_i k_0..k_(i-1) (nodes with l digits, all behind i)", DERIVED },
	{ ALLTOALL, "sbt", "", "cube", PAIRS, 0, digits_exchange, NULL,
		"n ceil(NM/(2B)) beta + n N/2 M tau", JH("table 15") },
	{ ALLTOALL, "sbt", "", "gh", F_SENDRECV, 0, digits_exchange, NULL,
		"sum_i (k_i-1) (ceil(N/k_i M/B) beta + N/k_i M tau)", DERIVED },
	ALLTOALL_SINGLE("sbt", "cube", 0, digits_exchange, "_{i<n}", "N/2", "", "n N/2"),
	{ ALLTOALL, "sbt", "dimension", "cube", F_ALL | PAIRS, 0, digits_exchange, NULL,
		"n ceil(NM/(2B)) beta + n N/2 M tau", JH("table 15") },
	{ ALLTOALL, "nrsbt", "", "cube", F_ALL, PER_DIMENSION, rotated_exchange, NULL,
		"sum_{i=1..n} ceil(sum_{l>=i} C(n,l) M/(nB)) beta + N/2 M tau", JH("section 7.1") },
	{ ALLTOALL, "nrsbt", "", "cube", PAIRS, PER_DIMENSION, rotated_exchange_turns, NULL,
		"sum_{i<2n-1} ceil(min(i+1,2n-1-i) N M/(2nB)) beta + n N/2 M tau", JH("table 15") },
	ALLTOALL_SINGLE("nrsbt", "cube", PER_DIMENSION, rotated_exchange_turns,
		"_{i<2n-1}", "min(i+1,2n-1-i) N/2", "n ", "n N/2"),
	{ ALLTOALL, "nrsbt", "dimension", "cube", F_ALL, PER_DIMENSION, halves, NULL,
		"n ceil(NM/(2nB)) beta + N/2 M tau", JH("table 17, n rotations") },
	{ ALLTOALL, "nesbt", "", "cube", F_ALL, PER_DIMENSION, nesbt_exchange, NULL,
		"sum_{i<=n} ceil(sum_{l>=i} (C(n,l)-[l=1]) M/(nB)) beta + (N/2+(N-2)/n) M tau",
		JH("table 17") },
	{ ALLTOALL, "nesbt", "", "cube", PAIRS, PER_DIMENSION, nesbt_exchange_turns, NULL,
		"(sum_{i=2..n+1} ceil((i N/2-1) M/(nB)) + sum_{i=1..n} ceil((i N/2-1) M/(nB))) beta "
		"+ (n N/2+N-2) M tau", JH("table 15, corrected") },
	ALLTOALL_SINGLE("nesbt", "cube", PER_DIMENSION, nesbt_exchange_turns,
		"_{i=1..n, then 2..n+1}", "(i N/2-1)", "n ", "(n N/2+N-2)"),
	{ ALLTOALL, "sbntc", "", "cube", F_ALL, PER_DIMENSION, rotated_exchange, NULL,
		"sum_{i=1..n} ceil(sum_{l>=i} C(n,l) M/(nB)) beta + N/2 M tau", JH("table 17") },
	{ ALLTOALL, "sbnt", "", "cube", PAIRS, WHOLE, sbnt_exchange_turns, NULL,
		"(2n-2) beta + n N/2 M tau", JH("table 15, with one path to a node") },
	{ ALLTOALL, "sbntc", "", "cube", PAIRS, WHOLE | PER_DIMENSION, sbntc_exchange_turns, NULL,
		"(2n-1) beta + n N/2 M tau", JH("table 15") },

	/* One to one, and permutations. */
	{ SEND, "sbt", "", NULL, F_ALL | F_SENDRECV, 0, NULL, pipe_way,
		"(ceil(M/B)+h-1) (beta + B tau)", DERIVED },
	{ SEND, "sbt", "", NULL, F_EXCHANGE | F_SINGLE, 0, NULL, pipe_way_alternating,
		"(2 ceil(M/B)+h-2) (beta + B tau), h > 1", DERIVED },
	{ PERMUTE, "permuted-send", "", "cube", F_ALL, PER_DIMENSION | PER_NODE | TWICE,
		rotated_exchange, NULL,
		"2 sum_{i=1..n} ceil(sum_{l>=i} C(n,l) M/(nNB)) beta + M tau",
		SW("PERMUTED SEND") },
	{ PERMUTE, "permuted-send", "", "cube", PAIRS,
		PER_DIMENSION | PER_NODE | TWICE | EACH_PORT, rotated_exchange, NULL,
		"2n sum_{i=1..n} ceil(sum_{l>=i} C(n,l) M/(nNB)) beta + n M tau", DERIVED },
};
/* clang-format on */

const struct formula *formula_at(int i)
{
	return i < (int)(sizeof formulas / sizeof formulas[0]) ? &formulas[i] : NULL;
}
