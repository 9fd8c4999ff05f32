/* Counts steps of broadcasts along arc-disjoint trees of ccc and butterfly networks. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "analysis/formulas/formula_steps.h"
#include "collectives/timing.h"

/* Nickolov 1993, lemmas 3.8 to 3.11, are upper bounds; this table has the exact steps of the
 * schedules. With k trees, R = ceil(P/k) rounds start every t steps, and a round takes l steps: S =
 * t (R - 1) + l.
 *
 *	ports     duplex    t         l
 *	all       full      1         the height h of the highest tree
 *	all       half      2         h for even d; 2 more for odd d, 4 with adst3
 *	                    1         h along edst2
 *	one       full      q         from the first label to the last, at most h (q - 1) + 1
 *	single, or half     2q        q and as with full duplex along edst2
 *
 * Along adst2 with one port l has no closed form that we know, and the times are counted. When each
 * step has two halves, the last times of adst4's rounds have gaps, which only many rounds fill:
 * floor(d/2) - 2 R times are not used.
 *
 * q = 3 colours on ccc, 4 on the butterfly. Lemma 1.7 assumes the largest possible label
 * everywhere, and lemma 1.8 takes every step twice. */

/* Marks the times of a round that begins at `start`. */
static void mark(bool *used, const struct forest *f, const int *time, int start)
{
	for (size_t i = 0; i < (size_t)f->trees * (size_t)f->net.nodes; i++)
		if (time[i] >= 0)
			used[start + time[i]] = true;
}

/* Counts the times at which something is sent. After the first rounds each further round adds as
 * many times as there are turns. */
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
