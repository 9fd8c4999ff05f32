/* Lists the closed forms of schedules on the star graph: Tseng & Sheu's, and ours. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"

/* In the texts n is the number of symbols, so that a node has n-1 links, and N = n!; D is the
 * diameter, floor(3(n-1)/2), and N_d the number of nodes at distance d. The highest tree of mst has
 * height H. mst goes in g rounds; a packet has two parts at most, and in some steps one. */

#define TS(part) "Tseng & Sheu 1997, " part
#define STAR(collective, name, order, ports, how, text, citation)                                  \
	{                                                                                          \
		collective, name, order, "star", ports, how, text, citation                        \
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

#define MST(order, ports, how, holds, steps, citation)                                             \
	{                                                                                          \
		BROADCAST, "mst", order, "star", ports, PER_DIMENSION | IN_TWOS | AT_MOST | (how), \
			"at most " steps " (beta + min(B,2M/(n-1)) tau), "                         \
			"g = ceil(M/((n-1) floor(B/2))), "                                         \
			"H = D+n-2+max_{i=1..n/2} i [n mod i=0]",                                  \
			citation, NULL, holds                                                      \
	}

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
	MST("", F_ALL, 0, NULL, "(H+g-1)", TS("theorem 1")),
	MST("", F_ALL, HALF_TOO, half_duplex, "(H+2g-2)", DERIVED),
	MST("", PAIRS, 0, NULL, "((n-1)(g-1)+2(n-1)(n-2)+1)", DERIVED),
	MST("slot", PAIRS, 0, NULL, "(n-1)(H+g-1)", TS("theorem 2")),
	STAR(ALLREDUCE, "star-rb", "", F_ALL, 0,
		"(ceil(M/B)+2D-1) (beta + B tau)", DERIVED),

	/* From one node to each. */
	STAR(SCATTER, "star", "", F_ALL, PER_DIMENSION,
		"sum_{d=1..D} ceil(N_d M/((n-1)B)) beta + (N-1) M/(n-1) tau", DERIVED),

	/* All to all. */
	SPREAD("", F_ALL, PER_DIMENSION, "", "2 ", "{d=1..D}", "N_d", "(n-1)", "(N-1)/(n-1)",
		TS("theorem 3")),
	SPREAD("level", PAIRS, PER_DIMENSION, "", "2 ", "{d=1..D} (n-1)", "N_d", "(n-1)",
		"(N-1)", TS("section 5.2")),
	STAR(ALLTOALL, "star", "", F_ALL, PER_DIMENSION,
		"sum_{i=1..D} ceil(sum_{d=i..D} N_d M/((n-1)B)) beta + sum_{d=1..D} d N_d/(n-1) M "
		"tau", DERIVED),
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
