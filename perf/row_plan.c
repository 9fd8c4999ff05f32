/* Makes the plan of a row of a benchmark, and measures the row by the plan. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "library/paced_plans.h"
#include "perf/row_samples.h"
#include "perf/timing/process_group.h"

/* Records the error. A team that has failed can only be closed, so the
 * next row opens a new team. */
static int fail(struct bench *bench, struct bench_result *result, int error)
{
	snprintf(result->text, sizeof result->text, "%s", why_text());
	if (error == -ETIMEDOUT || error == -ECANCELED)
		bench_close_team(bench);
	why(-error, "%s", result->text);
	return result->error = error;
}

/* Says what is measured. Messages have no algorithm, and no plan that could limit their packets. */
static struct bench_case told(const struct bench_case *what, const struct grove_plan *plan)
{
	struct bench_case told = *what;

	told.plan = NULL;
	if (what->form.messages) {
		told.problem.algorithm[0] = told.problem.order[0] = 0;
		return told;
	}
	told.problem = plan->problem;
	told.packet = plan->packet;
	return told;
}

/* Measures a row by a plan, which for messages is any plan of the network. */
static int bench_with(struct bench *bench, const struct grove_plan *plan,
	const struct bench_case *what, struct bench_result *result)
{
	struct binding binding;
	int error = plan_binding(&binding, plan, what->bytes, plan->problem.root);

	*result = (struct bench_result){ .what = told(what, plan),
		.packet = what->form.messages ? 0 : binding.packet,
		.backtoback_s = NAN,
		.clock = clock_name(&bench->options.run) };
	if (bench->options.run.pace)
		result->pace = *bench->options.run.pace;
	if (!error)
		error = session_fits(plan, what->bytes);
	error = group_confer(error);
	if (!error)
		error = row_measure(bench, plan, what, result);
	return error ? fail(bench, result, error) : 0;
}

int bench_plan(struct bench *bench, const struct grove_plan *plan, size_t bytes,
	struct bench_result *result)
{
	bench->begin = monotonic_seconds();
	return bench_with(bench, plan,
		&(struct bench_case){ .problem = plan->problem,
			.bytes = bytes,
			.type = plan->folding.type,
			.fold = &plan->folding.fold },
		result);
}

/* Returns the problem whose plan a row makes. The team of messages needs no plan but a plan's
 * network. */
static struct problem planned(const struct bench_case *what)
{
	struct problem problem = what->problem;

	if (!what->form.messages)
		return problem;
	problem = (struct problem){ .collective = BARRIER, .net = what->problem.net };
	strcpy(problem.algorithm, "auto");
	return problem;
}

int bench_row(struct bench *bench, const struct bench_case *what, struct bench_result *result)
{
	const struct network *net = &what->problem.net;
	const struct grove_pace *pace = bench->options.run.pace;
	struct rates rates;
	const struct problem problem = planned(what);
	struct grove_plan *plan;
	int error, own;

	bench->begin = monotonic_seconds();
	if (what->plan)
		return bench_with(bench, what->plan, what, result);
	error = pace ? 0 : group_rates(&rates, net, bench->options.run.threads);
	if (pace) {
		rates = pace_rates(pace, net);
	} else {
		rates.forward = bench->options.forward;
		rates.data = bench->options.run.data;
	}
	own = error ? error
		    : plan_wrap_for(&plan, &problem, what->type, what->fold, what->packet,
			      what->bytes, &rates);
	error = group_confer(own);
	if (error) {
		if (!own)
			grove_plan_free(plan);
		*result = (struct bench_result){ .what = *what };
		return fail(bench, result, error);
	}
	plan->forward = bench->options.forward;
	error = bench_with(bench, plan, what, result);
	result->what.problem.permutation =
		/* The plan's own permutation is freed. */
		what->problem.permutation;
	grove_plan_free(plan);
	return error;
}
