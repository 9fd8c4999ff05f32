/* Computes the time of a plan on this machine's threads: replays some rounds, and extrapolates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/error.h"
#include "plan/semantics.h"
#include "plan/model/replay_plan.h"
#include "plan/model/thread_time.h"
#include "plan/model/zero_copy_cost.h"

enum {
	REPLAYED = 1 << 9,	/* packets, if these are several rounds */
	REPLAYED_MOST = 1 << 16 /* packets of a single round */
};

/* Returns the bytes of the buffers of a core's nodes: the mean of all cores. */
static double touched_bytes(const struct problem *problem, double block, int threads)
{
	double blocks = 0;

	for (int v = 0; v < problem->net.nodes; v++)
		blocks += semantics_input_blocks(problem, v) + semantics_output_blocks(problem, v);
	return blocks * block / threads;
}

bool thread_costs(struct operation_costs *costs, struct operation *operation,
	const struct problem *problem, double block, const struct rates *rates)
{
	*operation = (struct operation){ .state = rates->data,
		.touched = touched_bytes(problem, block, rates->threads),
		.threads = rates->threads };
	return operation_costs(costs, rates->here, operation);
}

/* Notes the nodes with buffers so large that copies may go past the caches, as in
 * runtime/team/team.c. */
static void mark_past(struct replay *replay, const struct problem *problem, size_t cache)
{
	for (int v = 0; v < replay->nodes && cache; v++)
		replay->past[v] = replay->block * (semantics_input_blocks(problem, v) +
							  semantics_output_blocks(problem, v)) >
				  (double)cache / replay->nodes;
}

/* Returns the bytes of scratch of a core's nodes: what comes to the nodes beyond their outputs. Bytes
 * that are combined need no scratch. */
static double scratch_bytes(const struct replay *replay, const struct plan *plan, double rounds)
{
	const struct problem *problem = &plan->problem;
	double bytes = 0;

	if (collective_folds(problem->collective))
		return 0;
	for (size_t i = 0; i < replay->loads; i++)
		bytes += replay->load[i].bytes * rounds;
	for (int v = 0; v < replay->nodes; v++)
		bytes -= semantics_output_blocks(problem, v) * replay->block;
	return fmax(0, bytes) / replay->threads;
}

/* Looks up the costs, once for usual copies and once for copies past the caches. `rounds` is how
 * many rounds there are for each round that is replayed. */
static bool find_costs(
	struct replay *replay, const struct plan *plan, const struct rates *rates, double rounds)
{
	struct operation operation;

	replay->threads = rates->threads;
	if (!thread_costs(&replay->costs[0], &operation, &plan->problem, replay->block, rates))
		return false;
	operation.touched += scratch_bytes(replay, plan, rounds);
	for (int past = 0; past < 2; past++) {
		operation.past = past;
		operation_costs(&replay->costs[past], rates->here, &operation);
	}
	mark_past(replay, &plan->problem, rates->cache);
	return true;
}

/* Replays the first rounds. The rounds that are left out take as long as the second half of the
 * rounds that are replayed. */
static int replay_rounds(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates, uint64_t rounds)
{
	size_t block = (size_t)cutting->elements * cutting->element;
	bool refers = zero_copy_used(plan, block, rates);
	struct replay replay;
	int error = replay_of_plan(&replay, plan, cutting, rounds, refers);

	*seconds = -1;
	if (!error && find_costs(&replay, plan, rates, (double)cutting->rounds / (double)rounds))
		*seconds = replay_run(&replay);
	if (isnan(*seconds))
		error = why(ENOMEM, "no memory to replay a plan");
	if (!error && *seconds >= 0 && rounds < cutting->rounds)
		*seconds += (*seconds - replay.half) * 2 / (double)rounds *
			    (double)(cutting->rounds - rounds);
	if (!error && refers && *seconds >= 0)
		*seconds += zero_copy_meeting(&plan->problem, rates);
	replay_close(&replay);
	return error;
}

int thread_time(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates)
{
	double packets = (double)plan->hops * (plan->symmetric ? plan->problem.net.nodes : 1);
	uint64_t rounds = cutting->rounds ? cutting->rounds : 1;

	*seconds = -1;
	if (packets > REPLAYED_MOST)
		return 0;
	if (packets * (double)rounds > REPLAYED)
		rounds = packets * 2 > REPLAYED ? 2 : (uint64_t)(REPLAYED / packets);
	return replay_rounds(seconds, plan, cutting, rates, rounds);
}
