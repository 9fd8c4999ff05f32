/* Lists the closed forms of all collectives on networks of one or two nodes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "analysis/formulas/formula_tables.h"

/* Returns true if a formula of this table holds, whatever the algorithm and the order: all trees
 * are the link, n = 1. Compositions of two collectives are left out, and collectives that go there
 * and back: as a wave, or in packets. */
static bool on_a_link(const struct problem *problem)
{
	const char *name = problem->algorithm;

	return problem->net.nodes <= 2 && !strchr(name, '+') && !strstr(name, "-rb") &&
	       strcmp(name, "permuted-send") != 0 && strcmp(name, "doubling") != 0 &&
	       strcmp(name, "broadcast3a") != 0 && strcmp(name, "broadcast4") != 0;
}

static bool goes(const struct problem *problem)
{
	return on_a_link(problem) &&
	       (problem->net.nodes == 1 || problem->root != problem->destination);
}

/* Returns true if the directions take turns. */
static bool one_way(const struct problem *problem)
{
	return on_a_link(problem) && (problem->ports == SINGLE || problem->duplex == HALF);
}

static bool is_moved(const struct problem *problem)
{
	return !problem->permutation || problem->permutation[0] != 0;
}

static bool moves(const struct problem *problem)
{
	return on_a_link(problem) && is_moved(problem);
}

static bool moves_one_way(const struct problem *problem)
{
	return one_way(problem) && is_moved(problem);
}

#define ONCE "(N-1) (ceil(M/B) beta + M tau), N <= 2"
#define SLICES "(N-1) (2 ceil(M/(NB)) beta + M tau), N <= 2"
#define PAIR(collective, how, text, holds)                                                         \
	{                                                                                          \
		collective, NULL, NULL, NULL, ANY, HALF_TOO | (how), text, DERIVED, NULL, holds    \
	}

const struct formula formulas_pair[] = {
	PAIR(BROADCAST, 0, ONCE, on_a_link),
	PAIR(SCATTER, 0, ONCE, on_a_link),
	PAIR(SEND, 0, ONCE, goes),
	PAIR(ALLGATHER, 0, "2 " ONCE, one_way),
	PAIR(ALLGATHER, 0, ONCE, on_a_link),
	PAIR(ALLTOALL, 0, "2 " ONCE, one_way),
	PAIR(ALLTOALL, 0, ONCE, on_a_link),
	PAIR(PERMUTE, 0, "2 " ONCE, moves_one_way),
	PAIR(PERMUTE, 0, ONCE, moves),
	PAIR(ALLREDUCE, PER_NODE, "2 " SLICES, one_way),
	PAIR(ALLREDUCE, PER_NODE, SLICES, on_a_link),
	PAIR(BARRIER, 0, "2 (N-1) beta, N <= 2", one_way),
	PAIR(BARRIER, 0, "(N-1) beta, N <= 2", on_a_link),
	{ .text = NULL },
};
