/* Lists the closed forms of schedules on the star graph: Tseng & Sheu's, and ours. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_tables.h"

/* In the texts n is the number of symbols, so that a node has n-1 links, and N = n!; D is the
 * diameter, floor(3(n-1)/2), and N_d the number of nodes at distance d; h is the height of the
 * highest tree of mst, p the rounds, and d the steps in which a packet has two parts, h+p-2 of
 * h+p-1 when n > 3 and p is large. */

#define TS(part) "Tseng & Sheu 1997, " part
#define STAR(collective, name, order, ports, how, text, citation)                                  \
	{                                                                                          \
		collective, name, order, "star", ports, how, text, citation                        \
	}
#define SUMS(collective, name, order, ports, how, figures, text, citation)                         \
	{                                                                                          \
		collective, name, order, "star", ports, how, text, citation, figures               \
	}

/* An allgather's line, and the all-reduce's, which is twice the allgather's on slices. */
#define SPREAD(order, ports, how, times, slices, range, size, under, volume, citation)             \
	STAR(ALLGATHER, "star", order, ports, how,                                                 \
		times "(sum_" range " ceil(" size " M/(" under "B)) beta + " volume " M tau)",     \
		citation),                                                                         \
		STAR(ALLREDUCE, "star", order, ports, (how) | PER_NODE,                            \
			slices "(sum_" range " ceil(" size " M/(" under "N B)) beta + " volume     \
			       " M/N tau)",                                                        \
			citation "; " SW("section 8"))

#define SPREAD_TURNS(ports, times, slices)                                                         \
	SUMS(ALLGATHER, "star", "", ports, 0, tree_spread_turns,                                   \
		times "(sum_i ceil(w_i M/B) beta + (N-1) M tau), w_i: links of label i, "          \
		      "i <= (n-1)(n-2)",                                                           \
		DERIVED),                                                                          \
		SUMS(ALLREDUCE, "star", "", ports, PER_NODE, tree_spread_turns,                    \
			slices                                                                     \
			"(sum_i ceil(w_i M/(N B)) beta + (N-1) M/N tau), w_i: links of label i, "  \
			"i <= (n-1)(n-2)",                                                         \
			DERIVED)
#define EXCHANGE_TURNS(ports, times)                                                               \
	SUMS(ALLTOALL, "star", "", ports, 0, tree_exchange_turns,                                  \
		times "(sum_i ceil(s_i M/B) beta + sum_d d N_d M tau), s_i: nodes behind the "     \
		      "links of label i, i <= (n-1)(n-2)",                                         \
		DERIVED)

/* Returns true with half duplex, where a round starts every second time: all trees go from one side
 * of the network to the other. */
static bool half_duplex(const struct problem *problem)
{
	return problem->duplex == HALF && problem->net.ports > 1;
}

/* clang-format off */
const struct formula formulas_star[] = {
	/* From one node to all. */
	STAR(BROADCAST, "star", "", F_ALL, HALF_TOO,
		"(ceil(M/B)+D-1) (beta + B tau)", TS("section 6.1")),
	STAR(BROADCAST, "star", "", ONE, HALF_TOO,
		"(n(n-1)/2 + (n-1)(ceil(M/B)-1)) (beta + B tau)", DERIVED),
	STAR(BROADCAST, "bfs", "", F_ALL, HALF_TOO,
		"(ceil(M/B)+D-1) (beta + B tau)", DERIVED),
	SUMS(BROADCAST, "mst", "", F_ALL, PER_DIMENSION | IN_TWOS, mst_rounds,
		"(h+p-1) beta + (h+p-1+d) M/(p(n-1)) tau, p = ceil(M/((n-1) floor(B/2))), d < "
		"h+p-1; least at p^2 = 2 (h-1) M tau/((n-1) beta)", TS("theorem 1")),
	{ BROADCAST, "mst", "", "star", F_ALL, PER_DIMENSION | IN_TWOS | HALF_TOO,
		"S beta + (S+d) M/(p(n-1)) tau, S = h+2p-2, d < S", DERIVED, mst_rounds, NULL,
		half_duplex },
	SUMS(BROADCAST, "mst", "", PAIRS, PER_DIMENSION | IN_TWOS, mst_rounds,
		"S beta + (S+d) M/(p(n-1)) tau, S = (n-1)(p-1) + 2(n-1)(n-2) + 1, d < S", DERIVED),
	SUMS(BROADCAST, "mst", "slot", PAIRS, PER_DIMENSION | IN_TWOS, mst_rounds,
		"S beta + (S+d) M/(p(n-1)) tau, S <= (n-1)(h+p-1) without empty slots, d < S",
		TS("theorem 2")),
	STAR(ALLREDUCE, "star-rb", "", F_ALL, 0,
		"(ceil(M/B)+2D-1) (beta + B tau)", DERIVED),

	/* From one node to each. */
	STAR(SCATTER, "star", "", F_ALL, PER_DIMENSION,
		"sum_{d=1..D} ceil(N_d M/((n-1)B)) beta + (N-1) M/(n-1) tau", DERIVED),
	SUMS(SCATTER, "star", "", ONE, 0, tree_deal_in_turn,
		"sum_i ceil(s_i M/B) beta + sum_i s_i M tau, s_i: most nodes behind a link of turn "
		"i, i < n(n-1)/2", DERIVED),

	/* All to all. */
	SPREAD("", F_ALL, PER_DIMENSION, "", "2 ", "{d=1..D}", "N_d", "(n-1)", "(N-1)/(n-1)",
		TS("theorem 3")),
	SPREAD("level", PAIRS, PER_DIMENSION, "", "2 ", "{d=1..D} (n-1)", "N_d", "(n-1)",
		"(N-1)", TS("section 5.2")),
	SPREAD_TURNS(PAIRS, "", "2 "),
	SPREAD_TURNS(F_SINGLE, "2 ", "4 "),
	STAR(ALLTOALL, "star", "", F_ALL, PER_DIMENSION,
		"sum_{i=1..D} ceil(sum_{d=i..D} N_d M/((n-1)B)) beta + sum_{d=1..D} d N_d/(n-1) M "
		"tau", DERIVED),
	EXCHANGE_TURNS(PAIRS, ""),
	EXCHANGE_TURNS(F_SINGLE, "2 "),
	STAR(BARRIER, "star", "level", F_ALL, 0,  "D beta", DERIVED),
	STAR(BARRIER, "star", "dimension", F_ALL | PAIRS, 0,  "((n-1)(n-2)+1) beta", DERIVED),
	STAR(BARRIER, "star", "", F_SINGLE, 0,
		"2((n-1)(n-2)+1) beta", DERIVED),

	/* From one node to another. */
	STAR(SEND, "star", "", F_ALL | F_SENDRECV, 0,
		"(ceil(M/B)+h-1) (beta + B tau), h links", DERIVED),
	STAR(SEND, "star", "", F_EXCHANGE | F_SINGLE, 0,
		"(ceil(M/B)+[h>1] (ceil(M/B)+h-2)) (beta + B tau), h links", DERIVED),
	{ .text = NULL },
};
/* clang-format on */
