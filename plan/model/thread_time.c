/* Computes the time of a plan or a schedule on this machine's threads by a replay of packets. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/error.h"
#include "plan/semantics.h"
#include "plan/model/cost_memo.h"
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

static struct operation operation_of(
	const struct problem *problem, double block, const struct rates *rates)
{
	return (struct operation){ .state = rates->data,
		.touched = touched_bytes(problem, block, rates->threads),
		.threads = rates->threads };
}

bool thread_costs(struct operation_costs *costs, struct operation *operation,
	const struct problem *problem, double block, const struct rates *rates)
{
	*operation = operation_of(problem, block, rates);
	return operation_costs(costs, rates->here, operation);
}

bool thread_scratch_costs(struct operation_costs costs[2], const struct problem *problem,
	double block, double scratch, const struct rates *rates)
{
	struct operation operation = operation_of(problem, block, rates);

	operation.touched += scratch;
	if (!cost_memo_find(&costs[0], &operation, rates))
		return false;
	costs[1] = costs[0];
	operation.past = true;
	return !rates->cache || cost_memo_find(&costs[1], &operation, rates);
}

bool thread_copies_past(const struct problem *problem, int v, double block, size_t cache)
{
	int nodes = problem->net.nodes;

	return cache &&
	       block * (semantics_input_blocks(problem, v) + semantics_output_blocks(problem, v)) >
		       (double)cache / nodes;
}

/* Returns the bytes of scratch of a core's nodes if packets with `sent` bytes come to all nodes:
 * what comes beyond the outputs. Bytes that are combined need no scratch. */
static double thread_scratch(const struct problem *problem, double sent, double block, int threads)
{
	if (collective_folds(problem->collective))
		return 0;
	for (int v = 0; v < problem->net.nodes; v++)
		sent -= semantics_output_blocks(problem, v) * block;
	return fmax(0, sent) / threads;
}

static double bytes_sent(const struct replay *replay)
{
	double bytes = 0;

	for (size_t i = 0; i < replay->loads; i++)
		bytes += replay->load[i].bytes;
	return bytes;
}

/* Looks up the costs. `rounds` is how many rounds there are for each round that is replayed. */
static bool find_costs(struct replay *replay, const struct problem *problem,
	const struct rates *rates, double rounds)
{
	double scratch =
		thread_scratch(problem, bytes_sent(replay) * rounds, replay->block, rates->threads);

	replay->threads = rates->threads;
	for (int v = 0; v < replay->nodes; v++)
		replay->past[v] = thread_copies_past(problem, v, replay->block, rates->cache);
	return thread_scratch_costs(replay->costs, problem, replay->block, scratch, rates);
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
	if (!error && find_costs(&replay, &plan->problem, rates,
			      (double)cutting->rounds / (double)rounds))
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

/* Returns how many rounds are replayed; 0: a round has too many packets. */
static uint64_t thread_rounds(const struct plan *plan, const struct cutting *cutting)
{
	double packets = (double)plan->hops * (plan->symmetric ? plan->problem.net.nodes : 1);
	uint64_t rounds = cutting->rounds ? cutting->rounds : 1;

	if (packets > REPLAYED_MOST)
		return 0;
	if (packets * (double)rounds > REPLAYED)
		rounds = packets * 2 > REPLAYED ? 2 : (uint64_t)(REPLAYED / packets);
	return rounds;
}

int thread_time(double *seconds, const struct plan *plan, const struct cutting *cutting,
	const struct rates *rates)
{
	uint64_t rounds = thread_rounds(plan, cutting);

	*seconds = -1;
	return rounds ? replay_rounds(seconds, plan, cutting, rates, rounds) : 0;
}

int thread_time_of_schedule(
	double *seconds, const struct schedule *schedule, const struct rates *rates)
{
	struct replay replay;
	int error;

	*seconds = -1;
	if (schedule->packets > REPLAYED_MOST)
		return 0;
	error = replay_of_schedule(&replay, schedule);
	if (!error && find_costs(&replay, &schedule->problem, rates, 1))
		*seconds = replay_run(&replay);
	if (isnan(*seconds))
		error = why(ENOMEM, "no memory to replay a schedule");
	replay_close(&replay);
	return error;
}
