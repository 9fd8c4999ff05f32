/* Steps of broadcasts along arc-disjoint spanning trees of cube-connected cycles and butterflies. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/formulas/formula_steps.h"
#include "collectives/timing.h"

/* Nickolov 1993, lemmas 3.8 to 3.11, are upper bounds; here is what the schedules take. With k trees,
 * R = ceil(P/k) rounds start every t steps, and one round takes l steps: S = t (R - 1) + l.
 *
 *	ports     duplex    t         l
 *	all       full      1         the height h of the highest tree
 *	all       half      2         h for even d; 2 more for odd d, 4 with adst3
 *	                    1         h along edst2
 *	one       full      q         from the first label to the last, at most h (q - 1) + 1
 *	single, or half     2q        q and as with full duplex along edst2
 *
 * Along adst2 with one port l has no closed form that we know, and the times are counted. With both
 * halves of a step the last times of adst4's rounds have gaps, which only many rounds fill:
 * floor(d/2) - 2 R times are not used.
 *
 * q = 3 colours on ccc, 4 on the butterfly. In lemma 1.7 every label is the largest that it can be,
 * and lemma 1.8 takes every step twice. */

static bool is(const struct problem *problem, const char *algorithm)
{
	return !strcmp(problem->algorithm, algorithm);
}

static bool on_ccc(const struct problem *problem)
{
	return !strcmp(problem->net.kind->name, "ccc");
}

/* Theorems 3.1 to 3.4; the bound of the last one is not reached for odd d but 3. */
static int height(const struct problem *problem)
{
	int d = problem->net.dimension;

	if (is(problem, "adst3"))
		return 3 * d + 3;
	if (!is(problem, "adst2"))
		return 2 * d + 1;
	if (on_ccc(problem))
		return 2 * d + d / 2 + 2 - (d % 2 && d > 3);
	return d + d / 2 + 1;
}

/* Paths have about 3/2 labels to an edge on ccc, 2 on the butterfly. */
static int labels(const struct problem *problem)
{
	int d = problem->net.dimension;

	if (is(problem, "adst3"))
		return 9 * ((d + 1) / 2) + (d % 2 ? 0 : 3) - (d == 3);
	if (is(problem, "adst4"))
		return 4 * d + 3 - (d == 3);
	return 4 * d + 1;
}

static double rounds(const struct problem *problem, double packets)
{
	long trees = problem->algorithm[4] - '0'; /* adst2 .. adst4, edst2 */

	return (double)(((long)packets + trees - 1) / trees);
}

double pipe_adst(const struct problem *problem, double packets)
{
	return rounds(problem, packets) - 1 + height(problem);
}

double pipe_adst_half(const struct problem *problem, double packets)
{
	int wait = problem->net.dimension % 2 ? is(problem, "adst3") ? 4 : 2 : 0;

	return 2 * (rounds(problem, packets) - 1) + height(problem) + wait;
}

double pipe_adst_colours(const struct problem *problem, double packets)
{
	return problem->net.ports * (rounds(problem, packets) - 1) + labels(problem);
}

double pipe_adst4_alternating(const struct problem *problem, double packets)
{
	int d = problem->net.dimension;
	double rounds_of_all = rounds(problem, packets), unused = d / 2 - 2 * rounds_of_all;

	return 8 * (rounds_of_all - 1) + 6 * d + 6 - d % 2 - (unused > 0 ? unused : 0);
}

/* Lemma 1.8: every step is done twice, at most. */
double pipe_adst_alternating(const struct problem *problem, double packets)
{
	return 2 * pipe_adst_colours(problem, packets);
}

/* With a send and a receive at once, two colours at a time where d is even. */
double pipe_edst2_both(const struct problem *problem, double packets)
{
	return 2 * (rounds(problem, packets) - 1) + labels(problem);
}

/* ---- by the labels themselves, where they have no closed form ---- */

/* Marks the times of one round that begins at `start`. */
static void mark(bool *used, const struct forest *f, const int *time, int start)
{
	for (size_t i = 0; i < (size_t)f->trees * (size_t)f->net.nodes; i++)
		if (time[i] >= 0)
			used[start + time[i]] = true;
}

/* Times at which something is sent. After so many rounds each further one has as many as turns. */
static double count_times(const struct forest *f, const int *time, long packets)
{
	size_t edges = (size_t)f->trees * (size_t)f->net.nodes;
	long rounds = (packets + f->trees - 1) / f->trees, first, spare;
	int turns = f->net.ports, last = 0;
	double steps = 0;
	bool *used;

	for (size_t i = 0; i < edges; i++)
		last = time[i] > last ? time[i] : last;
	first = rounds < last / turns + 3 ? rounds : last / turns + 3;
	spare = rounds - first;
	used = calloc((size_t)(first * turns + last + 1), sizeof *used);
	for (int r = 0; r < first && used; r++)
		mark(used, f, time, r * turns);
	for (long t = 0; t < first * turns + last + 1 && used; t++)
		steps += used[t];
	steps = used ? steps + (double)(spare * turns) : NAN;
	free(used);
	return steps;
}

double pipe_adst2_colours(const struct problem *problem, double packets)
{
	struct forest *forest;
	double steps = NAN;
	int *time;

	if (forest_grow(&forest, &problem->net, family_named(problem->algorithm)))
		return NAN;
	time = calloc((size_t)forest->trees * (size_t)forest->net.nodes, sizeof *time);
	if (time && !timing_edges(forest, BY_COLOUR, time))
		steps = count_times(forest, time, (long)packets);
	free(time);
	forest_free(forest);
	return steps;
}

double pipe_adst2_alternating(const struct problem *problem, double packets)
{
	return 2 * pipe_adst2_colours(problem, packets);
}
