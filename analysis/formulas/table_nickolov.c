/* Lists the closed forms of Nickolov's schedules, and of the scatter by flow. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "analysis/formulas/formula_tables.h"

#define NICKOLOV(part) "Nickolov 1993, " part

/* ---- the scatter by flow ---- */

static bool is_ccc_3(const struct network *net)
{
	return !strcmp(net->name, "ccc:3");
}

/* Returns a multiple of the units of the step lengths: blocks of that many bytes leave no rest. */
static int flow_parts(const struct problem *problem)
{
	const struct network *net = &problem->net;

	if (is_ccc_3(net))
		return 13;
	return !strcmp(net->name, "ccc:4") ? 12 : net->ports ? net->ports : 1;
}

/* ---- the two-phase scatter ---- */

/* Returns true where not every step has a packet of each colour. */
static bool has_few_cycles(const struct problem *problem)
{
	return problem->net.dimension == 3 || problem->net.dimension == 5;
}

static int thirds_of_blocks(const struct problem *problem)
{
	(void)problem;
	return 3;
}

/* ---- broadcasts along arc-disjoint trees ---- */

static int adst_parts(const struct problem *problem)
{
	return problem->algorithm[4] - '0'; /* adst2 .. adst4, edst2 */
}

static bool one_way(const struct problem *problem)
{
	return problem->duplex == HALF || problem->ports == SINGLE;
}

#define D_AND_P "D the diameter, p the ports of a node"
/* Returns true if a node's send and receive use the same link. Over different links rounds start
 * sooner. */
static bool one_link(const struct problem *problem)
{
	return problem->duplex == HALF || problem->ports <= EXCHANGE;
}

#define ADST_LINE(name, kind, ports, how, holds, text, part)                                       \
	{                                                                                          \
		BROADCAST, name, "", kind, ports, (how) | SHORTER, text,                           \
			NICKOLOV(part " is an upper bound"), adst_parts, holds                     \
	}
#define FLOW_LINE(kind, ports, text, source)                                                       \
	{                                                                                          \
		SCATTER, "flow", "", kind, ports, WHOLE | HALF_TOO, text, source, flow_parts       \
	}
#define BOUNDS NICKOLOV("section 1.1: both lower bounds at once")

#define THREE_TIMES                                                                                \
	"3 ((2d-1+ceil(d/2)) beta + (2^d d + d + e) M/3 tau), e = (1-(d mod 2)) ((d mod 3)-3)"

/* clang-format off */
const struct formula formulas_nickolov[] = {
	/* Lemmas 3.8 to 3.11 with the best B; these formulas are exact. */
	ADST_LINE("adst2", "ccc", F_ALL, HALF_TOO, formula_is_half,
		"(2 ceil(M/(2B))+2d+floor(d/2)+[d=3]+(d mod 2)) (beta + B tau)", "lemma 3.10"),
	ADST_LINE("adst3", "ccc", F_ALL, HALF_TOO, formula_is_half,
		"(2 ceil(M/(3B))+3d+1+4 (d mod 2)) (beta + B tau)", "lemma 3.10"),
	ADST_LINE("adst2", "butterfly", F_ALL, HALF_TOO, formula_is_half,
		"(2 ceil(M/(2B))+d+floor(d/2)-1+2 (d mod 2)) (beta + B tau)", "lemma 1.8"),
	ADST_LINE("adst4", "butterfly", F_ALL, HALF_TOO, formula_is_half,
		"(2 ceil(M/(4B))+2d-1+2 (d mod 2)) (beta + B tau)", "lemma 1.8"),
	ADST_LINE("edst2", "butterfly", F_ALL, HALF_TOO, NULL,
		"(ceil(M/(2B))+2d) (beta + B tau)", "lemma 3.11"),
	ADST_LINE("adst2", "ccc", F_ALL, 0, NULL,
		"(ceil(M/(2B))+2d+floor(d/2)+1-[d>3] (d mod 2)) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("adst3", "ccc", F_ALL, 0, NULL,
		"(ceil(M/(3B))+3d+2) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("adst2", "butterfly", F_ALL, 0, NULL,
		"(ceil(M/(2B))+d+floor(d/2)) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("adst4", "butterfly", F_ALL, 0, NULL,
		"(ceil(M/(4B))+2d) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("edst2", "butterfly", ONE, HALF_TOO, one_link,
		"(4 ceil(M/(2B))+4d-3) (beta + B tau)", "lemma 3.11"),
	ADST_LINE("adst4", "butterfly", ONE, HALF_TOO, one_way,
		"(8R+6d-2-(d mod 2)-max(0,floor(d/2)-2R)) (beta + B tau), R = ceil(M/(4B))",
		"lemma 1.8"),
	ADST_LINE("adst2", "ccc", ONE, HALF_TOO | AT_MOST, one_way,
		"at most 2 (3 ceil(M/(2B))+4d+2 floor(d/2)+2) (beta + B tau)", "lemma 3.10"),
	ADST_LINE("adst3", "ccc", ONE, HALF_TOO | AT_MOST, one_way,
		"at most 2 (3 ceil(M/(3B))+9 floor(d/2)+6 (d mod 2)-[d=3]) (beta + B tau)",
		"lemma 3.10"),
	ADST_LINE("adst2", "butterfly", ONE, HALF_TOO | AT_MOST, one_way,
		"at most 2 (4 ceil(M/(2B))+3d+3 floor(d/2)) (beta + B tau)", "lemma 1.8"),
	ADST_LINE("edst2", "butterfly", F_SENDRECV, 0, NULL,
		"(2 (1+[d=3]) ceil(M/(2B))+4d-1-2 [d=3]) (beta + B tau)", "lemma 3.11"),
	ADST_LINE("adst2", "ccc", PAIRS, AT_MOST, NULL,
		"at most (3 ceil(M/(2B))+4d+2 floor(d/2)+2) (beta + B tau)", "lemma 3.9"),
	ADST_LINE("adst3", "ccc", PAIRS, 0, NULL,
		"(3 ceil(M/(3B))+9 floor(d/2)+6 (d mod 2)-[d=3]) (beta + B tau)", "lemma 3.9"),
	ADST_LINE("adst2", "butterfly", PAIRS, AT_MOST, NULL,
		"at most (4 ceil(M/(2B))+3d+3 floor(d/2)) (beta + B tau)", "lemma 3.9"),
	ADST_LINE("adst4", "butterfly", PAIRS, 0, NULL,
		"(4 ceil(M/(4B))+4d-1-[d=3]) (beta + B tau)", "lemma 3.9"),
	FLOW_LINE(NULL, F_ALL, "D beta + (N-1)/p M tau, " D_AND_P, BOUNDS),
	FLOW_LINE("star", F_ALL, "D beta + (N-1)/p M tau, " D_AND_P, BOUNDS),
	FLOW_LINE("ring", F_ALL, "D beta + (N-1)/p M tau, " D_AND_P, BOUNDS),
	FLOW_LINE("torus", F_ALL, "D beta + (N-1)/p M tau, " D_AND_P, BOUNDS),
	FLOW_LINE("ccc", F_ALL, "D beta + (d=3: 103/13; else (N-1)/3) M tau, D the diameter",
		BOUNDS),
	FLOW_LINE("butterfly", F_ALL, "D beta + (N-1)/4 M tau, D the diameter", BOUNDS),
	FLOW_LINE(NULL, ONE, "p D beta + (N-1) M tau, " D_AND_P, DERIVED),
	FLOW_LINE("star", ONE, "p D beta + (N-1) M tau, " D_AND_P, DERIVED),
	FLOW_LINE("ccc", ONE, "3 D beta + (d=3: 309/13; else N-1) M tau, D the diameter", DERIVED),
	FLOW_LINE("butterfly", ONE, "4 D beta + (N-1) M tau, D the diameter", DERIVED),
	/* Theorem 4.2 prints a start-up less than the diameter for even d; phase 2 of theorem 4.1
	 * takes k M/3 less for odd d. With one port, colours of links are used in sequence. */
	{ SCATTER, "twophase", "", "butterfly", F_ALL, WHOLE | HALF_TOO,
		"floor(3d/2) beta + 2^d d/4 M tau", NICKOLOV("theorem 4.2, corrected for even d"),
		formula_two_parts },
	{ SCATTER, "twophase", "", "ccc", F_ALL, WHOLE | HALF_TOO,
		"(2d-1+ceil(d/2)) beta + (2^d d + d + e) M/3 tau, e = (1-(d mod 2)) ((d mod 3)-3)",
		NICKOLOV("theorem 4.1, corrected for odd d"), thirds_of_blocks },
	{ SCATTER, "twophase", "", "butterfly", F_EXCHANGE | F_SINGLE, WHOLE | HALF_TOO,
		"4 floor(3d/2) beta + 2^d d M tau", NICKOLOV("theorem 4.2, corrected for even d"),
		formula_two_parts },
	{ SCATTER, "twophase", "", "ccc", F_EXCHANGE | F_SINGLE, WHOLE | HALF_TOO | AT_MOST,
		"at most " THREE_TIMES, NICKOLOV("theorem 4.1, corrected for odd d"),
		thirds_of_blocks, has_few_cycles },
	{ SCATTER, "twophase", "", "ccc", F_EXCHANGE | F_SINGLE, WHOLE | HALF_TOO, THREE_TIMES,
		NICKOLOV("theorem 4.1, corrected for odd d"), thirds_of_blocks },
	{ .text = NULL },
};
/* clang-format on */
