/* Lists the closed forms of schedules on rings and tori. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/formulas/formula_tables.h"

/* A ring of two nodes is a single link, which carries both directions. */
static bool has_no_pair(const struct problem *problem)
{
	for (int i = 0; i < problem->net.dimension; i++)
		if (problem->net.radix[i] == 2)
			return false;
	return true;
}

static bool is_full_or_has_no_pair(const struct problem *problem)
{
	return problem->duplex == FULL || has_no_pair(problem);
}

#define RING_PHASES "derived from Thakur, Rabenseifner & Gropp 2005, section 4"

/* Phase i takes k_i - 1 steps round the rings of dimension i, with the blocks of all phases before.
 * With one port the links of a ring have turns: two in an even ring, three in an odd ring. */
/* clang-format off */
#define ROUND(kind, ports, holds, turns, source) \
	{ ALLGATHER, "rings", "", kind, ports, HALF_TOO, \
		"sum_{i<n} " turns "(k_i-1) (ceil(k_0..k_(i-1) M/B) beta + k_0..k_(i-1) M tau)", \
		source, NULL, holds }, \
	{ ALLREDUCE, "rings", "", kind, ports, HALF_TOO | PER_NODE, \
		"2 (sum_{i<n} " turns "(k_i-1) (ceil(k_0..k_(i-1) M/(N B)) beta + " \
		"k_0..k_(i-1) M/N tau))", \
		source, NULL, holds }

#define TORUS(kind) \
	ROUND(kind, F_ALL | F_SENDRECV, is_full_or_has_no_pair, "", RING_PHASES), \
	ROUND(kind, F_EXCHANGE, is_full_or_has_no_pair, "(2+k_i mod 2-[k_i=2]) ", DERIVED), \
	ROUND(kind, F_SINGLE, NULL, "(2+k_i mod 2) ", DERIVED), \
	{ BROADCAST, "bfs", "", kind, F_ALL, HALF_TOO, "(ceil(M/B)+D-1) (beta + B tau)", DERIVED }

const struct formula formulas_torus[] = {
	TORUS("ring"),
	TORUS("torus"),
	{ .text = NULL },
};
/* clang-format on */
