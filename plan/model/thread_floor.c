/* Bounds the time of a plan on this machine's threads by the work of the busiest thread. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "plan/model/replay_clocks.h"
#include "plan/model/thread_floor.h"
#include "plan/model/thread_work.h"

/* A replay (replay.c) makes a thread wait and work. Here each packet and each byte costs what the
 * replay takes at least, wherever the bytes are, and waiting costs nothing. */

/* The least seconds for a byte of a packet, [from another thread][combined]. */
struct least_costs {
	double stall, byte[2][2][FORMS], moved;
};

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

static void fill_least(struct least_costs *l, const struct operation_costs *c)
{
	double near = least(c->within), fold = least(c->fold_within), far = least(c->between);
	double both = fmin(far, least_both(c->both));
	double apart = fmin(least(c->fold_between), least_both(c->fold_both));
	const struct {
		double eager, lent, shared;
	} byte[2][2] = {
		{ { c->within[BYTES_PASSED][0], near, near },
			{ c->within[BYTES_PASSED][0], fold, fold } },
		{ { c->eager_byte, far, both },
			{ c->eager_byte, fmin(apart, far + fold), fmin(apart, both + fold) } },
	};

	*l = (struct least_costs){ .moved = fmin(near, far) };
	l->stall = fmin(c->inlined.stall, fmin(c->eager.stall, c->lent.stall));
	for (int i = 0; i < 4; i++) {
		double *forms = l->byte[i / 2][i % 2];

		forms[LENT] = byte[i / 2][i % 2].lent;
		forms[SHARED] = byte[i / 2][i % 2].shared;
		forms[ANY_FORM] = fmin(byte[i / 2][i % 2].eager, fmin(forms[LENT], forms[SHARED]));
	}
}

static double seconds_of(const struct thread_work *work, const struct operation_costs *costs,
	const struct least_costs *least)
{
	double seconds = work->ends * costs->packet + work->pieces * costs->piece +
			 work->folds * costs->fold + work->stalls * least->stall +
			 work->moves * costs->packet / 2 + work->moved * least->moved;

	for (int i = 0; i < 4; i++)
		for (int form = 0; form < FORMS; form++)
			seconds +=
				work->bytes[i / 2][i % 2][form] * least->byte[i / 2][i % 2][form];
	return seconds;
}

static bool goes_past(const struct problem *problem, double block, const struct rates *rates)
{
	for (int v = 0; v < problem->net.nodes; v++)
		if (thread_copies_past(problem, v, block, rates->cache))
			return true;
	return false;
}

/* Finds the costs that are the least for every node. */
static bool find_costs(struct operation_costs *costs, const struct problem *problem, double block,
	double scratch, const struct rates *rates)
{
	struct operation_costs both[2];
	bool known = thread_scratch_costs(both, problem, block, scratch, rates);

	*costs = both[known && goes_past(problem, block, rates)];
	return known;
}

double thread_floor(
	const struct plan *plan, const struct cutting *cutting, const struct rates *rates)
{
	double block = (double)cutting->elements * (double)cutting->element, most = 0;
	struct operation_costs costs;
	struct least_costs least;
	struct plan_work w;

	if (!plan_work_count(&w, plan, cutting, rates) ||
		!find_costs(&costs, &plan->problem, block,
			thread_scratch(&plan->problem, w.sent, block, w.threads), rates))
		return 0;
	fill_least(&least, &costs);
	for (int t = 0; t < w.threads; t++)
		most = fmax(most, seconds_of(&w.work[t], &costs, &least));
	return most;
}

double thread_floor_of(const struct least_work *work, const struct problem *problem, size_t bytes,
	const struct rates *rates)
{
	bool folds = collective_folds(problem->collective);
	double seconds, byte;
	struct operation_costs costs;
	struct least_costs least;

	if (!find_costs(&costs, problem, (double)bytes, 0, rates))
		return 0;
	fill_least(&least, &costs);
	byte = fmin(least.byte[0][0][ANY_FORM], least.byte[1][0][ANY_FORM]);
	if (folds)
		byte = fmin(byte, fmin(least.byte[0][1][ANY_FORM], least.byte[1][1][ANY_FORM]));
	seconds = work->packets * (2 * costs.packet + (folds ? costs.piece : 0));
	seconds += fmax(0, work->bytes - work->packets * INLINE_BYTES) * byte;
	return seconds / rates->threads;
}
