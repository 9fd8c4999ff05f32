/* Bounds the time of plans on this machine's threads by the least work of a kind of plans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/model/replay_clocks.h"
#include "plan/model/thread_floor.h"

/* A replay (replay.c) makes a thread wait and work. Here each packet and each byte costs what the
 * replay takes at least, wherever the bytes are, and waiting costs nothing. */

static double least(const double costs[BYTES_FROM][2])
{
	double cost = INFINITY;

	for (int from = 0; from < BYTES_FROM; from++)
		cost = fmin(cost, fmin(costs[from][0], costs[from][1]));
	return cost;
}

static double least_both(const double costs[BYTES_FROM])
{
	double cost = INFINITY;

	for (int from = 0; from < BYTES_FROM; from++)
		cost = fmin(cost, costs[from]);
	return cost;
}

/* Returns the least seconds for a byte of a packet. */
static double least_byte(const struct operation_costs *c, bool folds)
{
	double copied = fmin(fmin(least(c->within), least(c->between)),
		fmin(c->eager_byte, least_both(c->both)));
	double combined =
		fmin(least(c->fold_within), fmin(least(c->fold_between), least_both(c->fold_both)));

	return folds ? fmin(copied, combined) : copied;
}

static bool goes_past(const struct problem *problem, double block, const struct rates *rates)
{
	for (int v = 0; v < problem->net.nodes; v++)
		if (thread_copies_past(problem, v, block, rates->cache))
			return true;
	return false;
}

double thread_floor(const struct least_work *work, const struct problem *problem, size_t bytes,
	const struct rates *rates)
{
	bool folds = collective_folds(problem->collective);
	struct operation_costs both[2], *costs = both;
	double seconds;

	if (!thread_scratch_costs(both, problem, (double)bytes, 0, rates))
		return 0;
	costs += goes_past(problem, (double)bytes, rates);
	seconds = work->packets * (2 * costs->packet + (folds ? costs->piece : 0));
	seconds += fmax(0, work->bytes - work->packets * INLINE_BYTES) * least_byte(costs, folds);
	return seconds / rates->threads;
}
