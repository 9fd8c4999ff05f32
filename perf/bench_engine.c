/* Checks each row of a benchmark, warms up, times the row within a budget, and checks again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "perf/bench_engine.h"
#include "perf/disturbance.h"
#include "perf/timing/process_group.h"
#include "perf/row_samples.h"
#include "runtime/node/team_state.h"

enum {
	SAMPLES_MOST = 1 << 17,
	WITH_LIMITS = 3, /* budgets of a row that is measured again */
	TRIES = 3,	 /* of a row that seems to beat its limits */
	SHORT = 20,	 /* so many operations of such a row fit in the budget */
	RUNS = 21	 /* of operations without a meeting in between */
};

/* Seconds for the turns of a limit, as a share of the row's. */
static const double LIMIT_BUDGET = 0.3;

struct bench_options bench_defaults(void)
{
	return (struct bench_options){ .run = { .check = true },
		.warmup = -1,
		.budget = 0.5,
		.patience = 10,
		.precision = 0.05,
		.limits = true };
}

int bench_open(struct bench **bench, const struct bench_options *options)
{
	struct bench *new;

	if (!(options->budget > 0) || options->budget > 1e6)
		return why(EINVAL, "a budget of %g seconds for a row is not possible",
			options->budget);
	new = calloc(1, sizeof *new);
	if (!new)
		return why(ENOMEM, "no memory for a benchmark");
	new->options = *options;
	new->room = options->iterations ? options->iterations : SAMPLES_MOST;
	new->room = new->room < SESSION_BATCH ? SESSION_BATCH : new->room;
	new->sample = calloc(new->room, sizeof *new->sample);
	new->sorted = calloc(new->room, sizeof *new->sorted);
	if (process_group()->rival)
		new->rival.sample = calloc(new->room, sizeof *new->rival.sample);
	if (!new->sample || !new->sorted || (process_group()->rival && !new->rival.sample)) {
		bench_close(new);
		return why(ENOMEM, "no memory for %zu samples", options->iterations);
	}
	*bench = new;
	return 0;
}

void bench_close_team(struct bench *bench)
{
	watch_close(bench->watch);
	team_close(bench->team);
	bench->watch = NULL;
	bench->team = NULL;
}

void bench_close(struct bench *bench)
{
	if (!bench)
		return;
	bench_close_team(bench);
	free(bench->sample);
	free(bench->sorted);
	free(bench->rival.sample);
	free(bench);
}

/* Opens a team for the network, or keeps the team of the row before if the network is the same. */
static int bench_team(struct bench *bench, const struct network *net)
{
	int error;

	if (bench->team && !strcmp(bench->team->net.name, net->name))
		return 0;
	bench_close_team(bench);
	error = session_team(&bench->team, net, &bench->options.run);
	if (error)
		bench->team = NULL;
	else if (bench->options.watch && !bench->options.run.pace && process_is_alone())
		error = watch_open(&bench->watch, bench->team);
	return error;
}

/* ---- One row ---- */

static bool beats_limits(const struct bench_result *result)
{
	return limits_are_beaten(&result->limits, result->time.median);
}

/* Checks an operation on newly filled buffers, outside the timed operations. */
static int check_once(struct bench *bench, struct session *session, struct run_result *run)
{
	double seconds;
	int error;

	if (!bench->options.run.check)
		return 0;
	error = session_refill(session);
	if (!error)
		error = session_time(session, 1, &seconds);
	if (!error)
		error = session_check(session, &run->wrong);
	run->check = run->wrong.found ? CHECK_FAIL : CHECK_PASS;
	return error;
}

/* Times operations without a meeting in between: the median of runs that are short enough to fall
 * between interruptions. */
static int back_to_back(struct bench *bench, struct session *session, struct bench_result *result)
{
	double once = result->time.median > 1e-9 ? result->time.median : 1e-9;
	double count = bench->options.budget / 5 / RUNS / once, average[RUNS];
	int error = 0;

	if (!bench->options.backtoback || result->what.bytes > bench->options.backtoback)
		return 0;
	count = count < 4 ? 4 : count > 1e5 ? 1e5 : count;
	for (int run = 0; run < RUNS && !error; run++)
		error = session_backtoback(session, (size_t)count, &average[run]);
	if (!error)
		result->backtoback_s = stats_median(average, RUNS);
	return error;
}

/* Warms up and times the row once, and checks the machine before and after. */
static int time_row(struct bench *bench, struct session *session, struct bench_result *result)
{
	struct row_limits *limits = NULL;
	size_t samples = 0;
	int error = bench->watch ? watch_begin(bench->watch) : 0;

	if (!error)
		error = row_warm_up(bench, session);
	if (!error && bench->options.limits && process_is_alone() && !row_is_long(bench))
		error = row_limits_open(&limits, session, LIMIT_BUDGET * bench->options.budget);
	if (!error)
		error = row_take_samples(bench, session, limits, &samples);
	if (!error && bench->watch)
		error = watch_end(bench->watch);
	if (!error) {
		result->time = row_stats(bench, samples);
		result->limits = row_limits_of(limits, result->time.median);
	}
	row_limits_close(limits);
	if (error)
		return error;
	result->run.flags &= ~FLAGS_DISTURBED;
	if (bench->watch) {
		result->run.flags |= watch_flags(bench->watch);
		result->trip = watch_trip(bench->watch);
	}
	return 0;
}

/* Times the row, and again if the row was disturbed and a part of the budget is left, or if a short
 * operation seems to beat its limits. Limits that are beaten in the end are not limits, and are not
 * told. */
static int time_undisturbed(
	struct bench *bench, struct session *session, struct bench_result *result)
{
	const struct bench_options *options = &bench->options;
	double budget = options->budget * (options->limits ? WITH_LIMITS : 1);
	double begin = monotonic_seconds();
	int error, tries = 0;

	do
		error = time_row(bench, session, result);
	while (!error && ((result->run.flags & FLAGS_DISTURBED && !options->iterations &&
				  monotonic_seconds() - begin < budget) ||
				 (beats_limits(result) && ++tries < TRIES &&
					 SHORT * result->time.median < options->budget)));
	if (!error && beats_limits(result))
		result->limits = (struct limit_times){ NAN, NAN };
	return error;
}

/* Measures a row. The timed operations use the buffers of the check before, which no
 * thread has changed since. */
static int measure(struct bench *bench, struct session *session, struct bench_result *result)
{
	int error = session_choose(session, &result->verdict);

	if (!error)
		error = session_time(session, 1, &result->run.seconds);
	if (!error)
		error = check_once(bench, session, &result->run);
	if (error || result->run.check == CHECK_FAIL)
		return error;
	error = rival_begin(bench, session);
	if (!error)
		error = time_undisturbed(bench, session, result);
	if (!error)
		error = back_to_back(bench, session, result);
	if (!error)
		error = rival_end(bench, session);
	return error ? error : check_once(bench, session, &result->run);
}

void bench_judge(struct bench_result *result)
{
	if (result->run.check == CHECK_FAIL)
		wrong_text(&result->run.wrong, result->text, sizeof result->text);
	result->run.flags &= ~(FLAG_FEW_SAMPLES | FLAG_NOISY);
	result->run.flags |= time_flags(&result->time);
}

/* A verb may be left to the MPI below. A row of `auto` first lets the verb choose. Phases have no
 * verbs; where each rank has one node, a verb is as good as a phase. */
static bool is_verb(const struct bench_case *what)
{
	bool each = what->problem.net.nodes == process_group()->count;

	return !process_is_alone() && !what->plan && !strcmp(what->problem.algorithm, "auto") &&
	       what->packet == GROVE_PACKET_AUTO && !verb_form_sized(&what->form) &&
	       (what->form.style == STYLE_SPMD || each);
}

/* What is known of the plan is not true of another way. */
static void describe_native(struct bench_result *result)
{
	strcpy(result->what.problem.algorithm,
		result->verdict.chosen == BY_LIBRARY ? "native" : "shared");
	result->what.problem.order[0] = 0;
	result->packet = 0;
	result->run.figures = (struct grove_figures){ 0 };
	result->run.link_Bps = result->run.predicted_s = NAN;
}

int row_measure(struct bench *bench, const struct grove_plan *plan, const struct bench_case *what,
	struct bench_result *result)
{
	const struct session_work work = { plan, what->bytes, bench->options.run.data, what->form,
		what->problem, is_verb(what) };
	struct session session = { 0 };
	int error = bench_team(bench, &plan->problem.net);

	if (!error)
		error = session_open(&session, bench->team, &work);
	result->agreed = !error && session_agrees(&session);
	if (!error)
		error = measure(bench, &session, result);
	if (!error)
		error = session_describe(
			&session, result->time.median, &result->limits, &result->run);
	if (result->verdict.chosen != BY_PLAN)
		describe_native(result);
	if (result->run.flags & FLAG_MOVED) /* a prediction is for cores at one distance */
		result->run.predicted_s = NAN;
	if (!error)
		bench_judge(result);
	if (!error && result->run.check != CHECK_FAIL)
		rival_describe(bench, result);
	session_close(&session);
	return error;
}
