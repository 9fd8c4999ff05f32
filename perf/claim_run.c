/* Simulates and runs both schedules of a paper's claim, and computes the ratio of their times. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/named_permutations.h"
#include "base/error.h"
#include "grove_measure.h"
#include "library/paced_plans.h"
#include "perf/claim_run.h"
#include "perf/timing/stats.h"

/* A run is late when other programs take processors away. More runs are made then, and
 * the least late runs count. */
enum {
	RUNS = 3,
	RUNS_MOST = 9
};

static int make_plan(struct grove_plan **plan, const struct contender *contender,
	const struct setting *setting, const struct network *net, const struct grove_pace *pace)
{
	struct problem problem = { .collective = contender->collective,
		.net = *net,
		.ports = contender->ports,
		.duplex = FULL };
	struct rates rates = pace_rates(pace, net);
	int error = 0;

	strcpy(problem.algorithm, contender->algorithm);
	strcpy(problem.order, contender->order ? contender->order : "");
	if (collective_sends(problem.collective))
		problem.destination = net->nodes - 1;
	if (contender->permutation) {
		problem.permutation = malloc(sizeof(int) * (size_t)net->nodes);
		if (!problem.permutation)
			return why(ENOMEM, "no memory for a permutation");
		error = permutation_named(problem.permutation, net, contender->permutation);
	}
	if (!error)
		error = plan_wrap_for(plan, &problem, GROVE_U8, NULL, setting->packet,
			(size_t)setting->bytes, &rates);
	free(problem.permutation);
	return error;
}

static int run_once(struct run_result *run, const struct run_options *options,
	const struct grove_plan *plan, size_t bytes)
{
	char wrong[256];
	int error = run_plan(run, options, plan, bytes);

	if (error || run->check != CHECK_FAIL)
		return error;
	wrong_text(&run->wrong, wrong, sizeof wrong);
	return why(EIO, "wrong data: %s", wrong);
}

/* Orders runs by lateness, the least late run first. */
static int compare_runs(const void *a, const void *b)
{
	const struct run_result *x = a, *y = b;

	return (x->late > y->late) - (x->late < y->late);
}

/* Measures a contender: the median of the runs that kept the pace best. */
static int measure(struct reproduction *result, int which, const struct run_options *options,
	const struct grove_plan *plan)
{
	struct run_result run[RUNS_MOST];
	double seconds[RUNS];
	int good = 0, count = 0, error = 0;

	for (; good < RUNS && count < RUNS_MOST && !error; count++) {
		error = run_once(&run[count], options, plan, (size_t)result->setting.bytes);
		good += !error && !(run[count].flags & FLAG_LATE);
	}
	if (error)
		return error;
	qsort(run, (size_t)count, sizeof *run, compare_runs);
	for (int i = 0; i < RUNS; i++)
		seconds[i] = run[i].seconds;
	result->late |= good < RUNS;
	result->measured[which] = stats_median(seconds, RUNS);
	return 0;
}

/* Calls `each` for the plan of each contender. */
static int with_plans(struct reproduction *result, const struct grove_pace *pace,
	const struct run_options *options,
	int (*each)(struct reproduction *result, int which, const struct run_options *options,
		const struct grove_plan *plan))
{
	const struct paper_claim *claim = result->claim;
	const struct contender *contender[2] = { &claim->before, &claim->after };
	struct network net;
	int error = network_open(&net, result->network);

	for (int which = 0; which < 2 && !error; which++) {
		struct grove_plan *plan;

		error = make_plan(&plan, contender[which], &result->setting, &net, pace);
		if (error)
			break;
		error = each(result, which, options, plan);
		grove_plan_free(plan);
	}
	return error;
}

static int foretell_plan(struct reproduction *result, int which, const struct run_options *options,
	const struct grove_plan *plan)
{
	const struct grove_pace pace = { result->setting.beta, result->setting.tau };
	struct simulation simulation;
	int error = plan_simulate(plan, (size_t)result->setting.bytes, 0, &pace, &simulation);

	(void)options;
	if (!error)
		result->predicted[which] = simulation.asynchronous;
	return error;
}

int foretell(struct reproduction *result, const struct paper_claim *claim, int n,
	const struct grove_pace *pace)
{
	struct network net;
	int error;

	*result = (struct reproduction){ .claim = claim };
	paper_claim_network(claim, n, result->network);
	error = network_open(&net, result->network);
	if (error)
		return error;
	result->setting = paper_claim_setting(claim, &net, pace);
	if (!(result->setting.bytes <= 1e9))
		return why(EINVAL, "%s: for such links its messages are too long", claim->name);
	result->paper = paper_claim_ratio(claim, &net, &result->setting);
	error = with_plans(result, pace, NULL, foretell_plan);
	if (!error)
		result->simulator = result->predicted[0] / result->predicted[1];
	return error;
}

int reproduce(struct reproduction *result, const struct paper_claim *claim, int n,
	const struct run_options *options)
{
	int error = foretell(result, claim, n, options->pace);

	if (!error)
		error = with_plans(result, options->pace, options, measure);
	if (!error)
		result->threads = result->measured[0] / result->measured[1];
	return error;
}
