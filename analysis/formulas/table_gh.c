/* Lists the closed forms of the balanced spanning tree and graph on generalized hypercubes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/arith.h"
#include "analysis/formulas/formula_tables.h"
#include "topology/trees/necklace.h"

/* n digits of radix k, d = n (k - 1) ports. C(n,l) (k-1)^l nodes have l digits other than 0; the
 * bsg cuts the blocks of these nodes so that every port has the d-th part. The bst does so, too,
 * where all necklaces are full. */

/* Returns true if R^times keeps a node. R^times takes the digits round in cycles, as many as the
 * greatest common divisor of n and times; a digit that has gone round is turned that often by r. A
 * node is kept if its cycles are of zeroes or, when that many turns by r change nothing, of digits
 * that follow from a single digit. */
static bool keeps_digits(const struct network *net, int times)
{
	int cycles = (int)common_divisor((size_t)times, (size_t)net->digits);

	return times / cycles % (net->radix[0] - 1) == 0;
}

/* Returns the number of parts in which the bsg cuts a block: the least number that n (k - 1) / P
 * divides for the period P of every necklace. */
static int parts_of_bsg(const struct network *net)
{
	int order = net->ports, parts = 1;

	for (int i = 1; i <= order; i++)
		if (order % i == 0 && keeps_digits(net, i))
			parts = common_multiple(parts, order / i);
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

/* ---- Where the formulas hold ---- */

static bool one_radix(const struct problem *problem)
{
	return necklace_order(&problem->net) > 0;
}

static bool full_necklaces(const struct problem *problem)
{
	return one_radix(problem) && parts_of_bsg(&problem->net) == 1;
}

#define FAM(part) "Fragopoulou, Akl & Meijer 1994, " part
#define BY_LEVEL_TEXT "sum_{l=1..n} ceil(C(n,l)(k-1)^l M/(n(k-1)B)) beta + (k^n-1)/(n(k-1)) M tau"
#define EXCHANGE_TEXT                                                                              \
	"sum_{i=1..n} ceil(sum_{l=i..n} C(n,l)(k-1)^l M/(n(k-1)B)) beta + k^(n-1) M tau"
#define TWICE_TEXT "2 (sum_{l=1..n} ceil(C(n,l)(k-1)^l M/(n(k-1)N B)) beta + (N-1)/(n(k-1)N) M tau)"

/* Schedules batched level by level; with packets of one message these are the unit steps of section
 * 5. */
#define BATCHED(family, holds)                                                                     \
	{ ALLGATHER, family, "", "gh", F_ALL, 0, BY_LEVEL_TEXT, FAM("section 5.3"), parts,         \
		holds },                                                                           \
		{ ALLREDUCE, family, "", "gh", F_ALL, 0, TWICE_TEXT, FAM("section 5.3"),           \
			parts_of_slices, holds },                                                  \
	{                                                                                          \
		ALLTOALL, family, "", "gh", F_ALL, 0, EXCHANGE_TEXT, FAM("section 5.5"), parts,    \
			holds                                                                      \
	}

/* Schedules dimension by dimension, with every digit's ports in sequence. With one port the steps
 * have no closed form, but their sum has: with send and receive at once each of the (2n - 1)(k - 1)
 * steps belongs to a single port; an exchange pairs the k nodes of a digit, for odd k all but one
 * node. */
#define IN_TURN(family, ports, holds, times, steps, volume)                                        \
	{ ALLGATHER, family, "", "gh", ports, WHOLE,                                               \
		times "(2n-1) " steps " beta + " times "(N-1) " volume "M tau", DERIVED, parts,    \
		holds },                                                                           \
	{                                                                                          \
		ALLTOALL, family, "", "gh", ports, WHOLE,                                          \
			times "(2n-1) " steps " beta + " times "n(k-1) k^(n-1) " volume "M tau",   \
			DERIVED, parts, holds                                                      \
	}
#define ALL_TURNS(family, holds)                                                                   \
	IN_TURN(family, F_SENDRECV, holds, "", "(k-1)", ""),                                       \
		IN_TURN(family, F_EXCHANGE, holds, "", "p_0", "p_0/(k-1) "),                       \
		IN_TURN(family, F_SINGLE, holds, "2 ", "p_0", "p_0/(k-1) ")

/* Scatters as a stream. Every port of the root sends an equal share and is never idle. */
#define STREAM(family, how, holds)                                                                 \
	{                                                                                          \
		SCATTER, family, "stream", "gh", F_ALL, SMALL | (how),                             \
			"ceil((N-1) M/(n(k-1)B)) beta + (N-1)/(n(k-1)) M tau, B <= M",             \
			FAM("section 5.4"), parts, holds                                           \
	}

#define SBT_PAIRS(ports, times, slices)                                                            \
	{ ALLGATHER, "sbt", "", "gh", ports, 0,                                                    \
		times "sum_{i<n} p_i (ceil(k_0..k_(i-1) M/B) beta + k_0..k_(i-1) M tau)",          \
		DERIVED },                                                                         \
		{ ALLREDUCE, "sbt", "", "gh", ports, PER_NODE,                                     \
			slices "sum_{i<n} p_i (ceil(k_0..k_(i-1) M/(N B)) beta + "                 \
			       "k_0..k_(i-1) M/N tau)",                                            \
			DERIVED },                                                                 \
	{                                                                                          \
		ALLTOALL, "sbt", "", "gh", ports, 0,                                               \
			times "sum_{i<n} p_i (ceil(N/k_i M/B) beta + N/k_i M tau)", DERIVED        \
	}

/* clang-format off */
const struct formula formulas_gh[] = {
	{ BROADCAST, "bst", "", "gh", F_ALL, HALF_TOO,
		"(ceil(M/B)+n-1) (beta + B tau)", FAM("section 5.2") },
	{ BROADCAST, "bsg", "", "gh", F_ALL, 0,
		"(ceil(M/B)+n-1) (beta + B tau)", DERIVED, parts },
	{ ALLREDUCE, "bst-rb", "", "gh", F_ALL, 0,
		"(ceil(M/B)+2n-1) (beta + B tau)", DERIVED },
	{ ALLREDUCE, "bsg-rb", "", "gh", F_ALL, 0,
		"(P+2n-2+min(P,q)) (beta + B tau), P = ceil(M/B), q: parts of a block", DERIVED,
		parts },

	BATCHED("bsg", NULL),
	BATCHED("bst", full_necklaces),
	STREAM("bsg", 0, NULL),
	STREAM("bst", HALF_TOO, full_necklaces),
	ALL_TURNS("bsg", NULL),
	ALL_TURNS("bst", full_necklaces),

	/* The sbt where nodes exchange in pairs. */
	SBT_PAIRS(F_EXCHANGE, "", "2 "),
	SBT_PAIRS(F_SINGLE, "2 ", "4 "),
	{ .text = NULL },
};
/* clang-format on */
