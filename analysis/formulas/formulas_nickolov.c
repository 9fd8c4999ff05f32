/* The closed forms of Nickolov's schedules for cube-connected cycles and butterflies, and of the
 * scatter by flow, which meets the lower bounds that he states. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "analysis/formulas/formula_steps.h"
#include "analysis/formulas/formula_tables.h"

#define NICKOLOV(part) "Nickolov 1993, " part

/* ---- the scatter by flow ---- */

static bool is_ccc_3(const struct network *net)
{
	return !strcmp(net->name, "ccc:3");
}

static int flow_figures(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	const struct network *net = &problem->net;

	if (packet)
		return why(ENOENT, "known only for packets without a limit");
	*steps = network_diameter(net);
	*volume = is_ccc_3(net) ? 103 * bytes / 13 : (net->nodes - 1) * bytes / net->ports;
	return 0;
}

/* With one port, a step becomes one for each port. The volume is again the least: all that the root
 * has to send. */
static int flow_figures_in_turn(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	int error = flow_figures(problem, bytes, packet, steps, volume);

	if (error)
		return error;
	*steps *= problem->net.ports;
	*volume *= problem->net.ports;
	return 0;
}

/* A multiple of the units that lengths are chosen in: blocks of so many bytes leave no rest. */
static int flow_parts(const struct problem *problem)
{
	const struct network *net = &problem->net;

	if (is_ccc_3(net))
		return 13;
	return !strcmp(net->name, "ccc:4") ? 12 : net->ports ? net->ports : 1;
}

/* ---- the two-phase scatter ---- */

/* Theorem 4.2; what it prints for even d is one start-up less than the diameter. */
static int twophase_on_butterfly(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	int d = problem->net.dimension;

	if (packet)
		return why(ENOENT, "known only for packets without a limit");
	*steps = 3 * d / 2;
	*volume = ldexp(d, d) / 4 * bytes;
	return 0;
}

/* Theorem 4.1; with d odd its phase 2 takes k M/3 less than it prints. */
static int twophase_on_ccc(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	int d = problem->net.dimension, more = d % 2 ? 0 : d % 3 - 3;

	if (packet)
		return why(ENOENT, "known only for packets without a limit");
	*steps = 2 * d - 1 + (d + 1) / 2;
	*volume = (ldexp(d, d) + d + more) / 3 * bytes;
	return 0;
}

/* One colour of links after another. */
static int twophase_in_turn(
	const struct problem *problem, double bytes, double packet, double *steps, double *volume)
{
	bool ccc = problem->net.ports == 3;
	int error = (ccc ? twophase_on_ccc : twophase_on_butterfly)(
		problem, bytes, packet, steps, volume);

	*steps *= problem->net.ports;
	*volume *= problem->net.ports;
	return error;
}

/* There not every step has a packet of each colour. */
static bool has_few_cycles(const struct problem *problem)
{
	return problem->net.dimension == 3 || problem->net.dimension == 5;
}

static int halves_of_blocks(const struct problem *problem)
{
	(void)problem;
	return 2;
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

static bool half(const struct problem *problem)
{
	return problem->duplex == HALF;
}

static bool one_way(const struct problem *problem)
{
	return problem->duplex == HALF || problem->ports == SINGLE;
}

static bool is_even(const struct problem *problem)
{
	return problem->net.dimension % 2 == 0;
}

#define D_AND_P "D the diameter, p the ports of a node"
/* With a send and a receive at once, over different links, rounds start sooner. */
static bool one_link(const struct problem *problem)
{
	return problem->duplex == HALF || problem->ports <= EXCHANGE;
}

#define ADST_LINE(name, kind, ports, how, steps, holds, text, part)                                \
	{                                                                                          \
		BROADCAST, name, "", kind, ports, (how) | SHORTER, NULL, steps, text,              \
			NICKOLOV(part " is an upper bound"), NULL, adst_parts, holds               \
	}
#define FLOW_LINE(kind, ports, text)                                                               \
	{                                                                                          \
		SCATTER, "flow", "", kind, ports, WHOLE | HALF_TOO, NULL, NULL, text,              \
			NICKOLOV("section 1.1: both lower bounds at once"), flow_figures,          \
			flow_parts                                                                 \
	}
#define FLOW_TURNS_LINE(kind, ports, text)                                                         \
	{                                                                                          \
		SCATTER, "flow", "", kind, ports, WHOLE | HALF_TOO, NULL, NULL, text, DERIVED,     \
			flow_figures_in_turn, flow_parts                                           \
	}

#define THREE_TIMES                                                                                \
	"3 ((2d-1+ceil(d/2)) beta + (2^d d + d + e) M/3 tau), e = 0 for odd d, (d mod 3)-3 for "   \
	"even d"

/* clang-format off */
const struct formula formulas_nickolov[] = {
	/* Lemmas 3.8 to 3.11 with their best B; these are exact. */
	ADST_LINE("adst2", "ccc", F_ALL, HALF_TOO, pipe_adst_half, half,
		"(2 ceil(M/(2B))+2d+floor(d/2)+[d=3]+(d mod 2)) (beta + B tau)", "lemma 3.10"),
	ADST_LINE("adst3", "ccc", F_ALL, HALF_TOO, pipe_adst_half, half,
		"(2 ceil(M/(3B))+3d+1+4 (d mod 2)) (beta + B tau)", "lemma 3.10"),
	ADST_LINE("adst2", "butterfly", F_ALL, HALF_TOO, pipe_adst_half, half,
		"(2 ceil(M/(2B))+d+floor(d/2)-1+2 (d mod 2)) (beta + B tau)", "lemma 1.8"),
	ADST_LINE("adst4", "butterfly", F_ALL, HALF_TOO, pipe_adst_half, half,
		"(2 ceil(M/(4B))+2d-1+2 (d mod 2)) (beta + B tau)", "lemma 1.8"),
	ADST_LINE("edst2", "butterfly", F_ALL, HALF_TOO, pipe_adst, NULL,
		"(ceil(M/(2B))+2d) (beta + B tau)", "lemma 3.11"),
	ADST_LINE("adst2", "ccc", F_ALL, 0, pipe_adst, NULL,
		"(ceil(M/(2B))+2d+floor(d/2)+1-[d odd, d>3]) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("adst3", "ccc", F_ALL, 0, pipe_adst, NULL,
		"(ceil(M/(3B))+3d+2) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("adst2", "butterfly", F_ALL, 0, pipe_adst, NULL,
		"(ceil(M/(2B))+d+floor(d/2)) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("adst4", "butterfly", F_ALL, 0, pipe_adst, NULL,
		"(ceil(M/(4B))+2d) (beta + B tau)", "lemma 3.8"),
	ADST_LINE("edst2", "butterfly", ONE, HALF_TOO, pipe_adst_colours, one_link,
		"(4 ceil(M/(2B))+4d-3) (beta + B tau)", "lemma 3.11"),
	ADST_LINE("adst4", "butterfly", ONE, HALF_TOO, pipe_adst4_alternating, one_way,
		"(8R+6d-2-(d mod 2)-max(0,floor(d/2)-2R)) (beta + B tau), R = ceil(M/(4B))",
		"lemma 1.8"),
	ADST_LINE("adst2", "ccc", ONE, HALF_TOO | AT_MOST, pipe_adst2_alternating, one_way,
		"at most 2 (3 ceil(M/(2B))-3+l) (beta + B tau), l: labels in use", "lemma 3.10"),
	ADST_LINE("adst3", "ccc", ONE, HALF_TOO | AT_MOST, pipe_adst_alternating, one_way,
		"at most 2 (3 ceil(M/(3B))+9 floor(d/2)+6 (d mod 2)-[d=3]) (beta + B tau)",
		"lemma 3.10"),
	ADST_LINE("adst2", "butterfly", ONE, HALF_TOO | AT_MOST, pipe_adst2_alternating, one_way,
		"at most 2 (4 ceil(M/(2B))-4+l) (beta + B tau), l: labels in use", "lemma 1.8"),
	ADST_LINE("edst2", "butterfly", F_SENDRECV, 0, pipe_edst2_both, is_even,
		"(2 ceil(M/(2B))+4d-1) (beta + B tau)", "lemma 3.11"),
	ADST_LINE("adst2", "ccc", PAIRS, 0, pipe_adst2_colours, NULL,
		"(3 ceil(M/(2B))-3+l) (beta + B tau), l: labels in use", "lemma 3.9"),
	ADST_LINE("adst3", "ccc", PAIRS, 0, pipe_adst_colours, NULL,
		"(3 ceil(M/(3B))+9 floor(d/2)+6 (d mod 2)-[d=3]) (beta + B tau)", "lemma 3.9"),
	ADST_LINE("adst2", "butterfly", PAIRS, 0, pipe_adst2_colours, NULL,
		"(4 ceil(M/(2B))-4+l) (beta + B tau), l: labels in use", "lemma 3.9"),
	ADST_LINE("adst4", "butterfly", PAIRS, 0, pipe_adst_colours, NULL,
		"(4 ceil(M/(4B))+4d-1-[d=3]) (beta + B tau)", "lemma 3.9"),
	FLOW_LINE(NULL, F_ALL, "D beta + (N-1)/p M tau, " D_AND_P),
	FLOW_LINE("star", F_ALL, "D beta + (N-1)/p M tau, " D_AND_P),
	FLOW_LINE("ccc", F_ALL,
		"D beta + (N-1)/3 M tau, D the diameter; d = 3: 6 beta + 103/13 M tau"),
	FLOW_LINE("butterfly", F_ALL, "D beta + (N-1)/4 M tau, D the diameter"),
	FLOW_TURNS_LINE(NULL, ONE, "p D beta + (N-1) M tau, " D_AND_P),
	FLOW_TURNS_LINE("star", ONE, "p D beta + (N-1) M tau, " D_AND_P),
	FLOW_TURNS_LINE("ccc", ONE,
		"3 D beta + (N-1) M tau, D the diameter; d = 3: 18 beta + 309/13 M tau"),
	FLOW_TURNS_LINE("butterfly", ONE, "4 D beta + (N-1) M tau, D the diameter"),
	{ SCATTER, "twophase", "", "butterfly", F_ALL, WHOLE | HALF_TOO, NULL, NULL,
		"floor(3d/2) beta + 2^d d/4 M tau", NICKOLOV("theorem 4.2, corrected for even d"),
		twophase_on_butterfly, halves_of_blocks },
	{ SCATTER, "twophase", "", "ccc", F_ALL, WHOLE | HALF_TOO, NULL, NULL,
		"(2d-1+ceil(d/2)) beta + (2^d d + d + e) M/3 tau, e = 0 for odd d, (d mod 3)-3 for "
		"even d", NICKOLOV("theorem 4.1, corrected for odd d"),
		twophase_on_ccc, thirds_of_blocks },
	{ SCATTER, "twophase", "", "butterfly", F_EXCHANGE | F_SINGLE, WHOLE | HALF_TOO, NULL, NULL,
		"4 floor(3d/2) beta + 2^d d M tau", NICKOLOV("theorem 4.2, corrected for even d"),
		twophase_in_turn, halves_of_blocks },
	{ SCATTER, "twophase", "", "ccc", F_EXCHANGE | F_SINGLE, WHOLE | HALF_TOO | AT_MOST, NULL,
		NULL, "at most " THREE_TIMES, NICKOLOV("theorem 4.1, corrected for odd d"),
		twophase_in_turn, thirds_of_blocks, has_few_cycles },
	{ SCATTER, "twophase", "", "ccc", F_EXCHANGE | F_SINGLE, WHOLE | HALF_TOO, NULL, NULL,
		THREE_TIMES, NICKOLOV("theorem 4.1, corrected for odd d"), twophase_in_turn,
		thirds_of_blocks },
	{ .text = NULL },
};
/* clang-format on */
