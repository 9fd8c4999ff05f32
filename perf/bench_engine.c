/* Checks each row of a benchmark, warms up, times the row within a budget, and checks again. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "library/paced_plans.h"
#include "perf/bench_engine.h"
#include "perf/clock.h"
#include "perf/disturbance.h"
#include "perf/row_limits.h"
#include "perf/session.h"

enum {
	SAMPLES_MOST = 1 << 17,
	LOOKS = LIMIT_TURNS, /* at the interval, in the time of the budget */
	FEWEST_TURNS = 3,    /* of the limits */
	WITH_LIMITS = 3,     /* budgets of a row that is measured again */
	TRIES = 3,	     /* of a row that seems to beat its limits */
	WARMUP_FEWEST = 3,
	WARMUP_MOST = 10000,
	RUNS = 21 /* of operations without a meeting in between */
};

/* An operation may seem to be that much faster than its limits, by noise. */
static const double BELOW_BOUND = 0.95, ABOVE_PEAK = 1.05;

/* Seconds for the turns of a limit, as a share of the row's. */
static const double LIMIT_BUDGET = 0.3;

struct bench {
	struct bench_options options;
	struct team *team;   /* NULL: none is open */
	struct watch *watch; /* of the team; NULL: not asked for */
	double *sample;	     /* SAMPLES_MOST, or options.iterations */
	double *sorted;	     /* a copy of the samples */
	size_t room;
};

struct bench_options bench_defaults(void)
{
	return (struct bench_options){ .run = { .check = true },
		.warmup = -1,
		.budget = 0.5,
		.precision = 0.05,
		.limits = true };
}

int bench_open(struct bench **bench, const struct bench_options *options)
{
	struct bench *new;

	if (!(options->budget > 0) || options->budget > 1e6)
		return why(EINVAL, "%g seconds are no budget for a row", options->budget);
	new = calloc(1, sizeof *new);
	if (!new)
		return why(ENOMEM, "no memory for a benchmark");
	new->options = *options;
	new->room = options->iterations ? options->iterations : SAMPLES_MOST;
	new->room = new->room < SESSION_BATCH ? SESSION_BATCH : new->room;
	new->sample = calloc(new->room, sizeof *new->sample);
	new->sorted = calloc(new->room, sizeof *new->sorted);
	if (!new->sample || !new->sorted) {
		bench_close(new);
		return why(ENOMEM, "no memory for %zu samples", options->iterations);
	}
	*bench = new;
	return 0;
}

static void close_team(struct bench *bench)
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
	close_team(bench);
	free(bench->sample);
	free(bench->sorted);
	free(bench);
}

/* Opens a team for the network, or keeps the team of the row before if the network is the same. */
static int bench_team(struct bench *bench, const struct network *net)
{
	int error;

	if (bench->team && !strcmp(team_network(bench->team)->name, net->name))
		return 0;
	close_team(bench);
	error = session_team(&bench->team, net, &bench->options.run);
	if (error)
		bench->team = NULL;
	else if (bench->options.watch && !bench->options.run.pace)
		error = watch_open(&bench->watch, bench->team);
	return error;
}

/* ---- One row ---- */

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Times a batch of operations, unless the caller wants to stop. */
static int time_batch(struct bench *bench, struct session *session, size_t count, double *sample)
{
	if (bench->options.stop && bench->options.stop())
		return why(EINTR, "interrupted");
	return session_time(session, count, sample);
}

/* Runs until cold caches and cold rings no longer slow the iterations down. Paced links need no
 * warm-up, because warm links keep the same pace. */
static int warm_up(struct bench *bench, struct session *session)
{
	const struct bench_options *options = &bench->options;
	size_t most = options->warmup < 0 ? WARMUP_MOST : (size_t)options->warmup, done = 0;
	double begin = clock_seconds();
	int error = 0;

	if (options->run.pace && options->warmup < 0)
		return 0;
	for (size_t count = 1; done < most && !error; done += count) {
		count = least(least(2 * done + 1, SESSION_BATCH), most - done);
		error = time_batch(bench, session, count, bench->sample);
		if (options->warmup < 0 && done + count >= WARMUP_FEWEST &&
			clock_seconds() - begin > options->budget / 5)
			break;
	}
	return error;
}

/* The samples of a row so far. */
struct sampling {
	size_t done;
	double spent; /* seconds in operations */
	int look;     /* from 1 to LOOKS */
};

/* Returns the number of samples to take next in this look: a few first, then as many as fit into
 * the look's part of the budget by the average time so far. */
static size_t more_samples(const struct bench *bench, const struct sampling *row)
{
	const struct bench_options *options = &bench->options;
	double left = options->budget * row->look / LOOKS - row->spent;

	if (options->iterations)
		return least(
			options->iterations * (size_t)row->look / LOOKS - row->done, SESSION_BATCH);
	if (row->done < STATS_FEWEST)
		return STATS_FEWEST - row->done;
	if (left <= 0)
		return 0;
	left = left / row->spent * (double)row->done;
	return least(left < SESSION_BATCH ? (size_t)left : SESSION_BATCH, bench->room - row->done);
}

static struct stats stats_so_far(struct bench *bench, size_t done)
{
	memcpy(bench->sorted, bench->sample, done * sizeof *bench->sample);
	return stats_of_series(bench->sorted, done, clock_get()->step);
}

/* Returns true if half of the interval, without the clock's step, is a small share of the
 * median. */
static bool is_precise(struct bench *bench, size_t done)
{
	struct stats time = stats_so_far(bench, done);
	double width = time.ci_high - time.ci_low - 2 * clock_get()->step;

	return done >= STATS_FEWEST && width <= 2 * bench->options.precision * time.median;
}

/* Takes the samples of a look, and then a turn of the row's limits. An operation on resident data
 * that is not timed comes first, because the limits have used the caches. */
static int take_look(struct bench *bench, struct session *session, struct row_limits *limits,
	struct sampling *row)
{
	size_t first = row->done, count;
	double begin;
	int error = 0;

	if (limits && session->keeper.state == DATA_RESIDENT)
		error = session_time(session, 1, bench->sorted);
	begin = clock_seconds() - row->spent;
	session->region = collective_name(session->plan->problem.collective);
	while (!error && (count = more_samples(bench, row))) {
		error = time_batch(bench, session, count, bench->sample + row->done);
		row->done += count;
		row->spent = clock_seconds() - begin;
	}
	session->region = NULL;
	if (error || row->done == first)
		return error;
	memcpy(bench->sorted, bench->sample + first, (row->done - first) * sizeof *bench->sorted);
	return row_limits_turn(limits, stats_median(bench->sorted, row->done - first));
}

static int take_samples(
	struct bench *bench, struct session *session, struct row_limits *limits, size_t *done)
{
	struct sampling row = { 0 };
	int error = 0;

	while (row.look++ < LOOKS && !error) {
		error = take_look(bench, session, limits, &row);
		if (!bench->options.iterations && (!limits || row.look >= FEWEST_TURNS) &&
			is_precise(bench, row.done))
			break;
	}
	*done = row.done;
	return error;
}

/* Returns true if the operation seems to be faster than its limits allow, by more than noise. */
static bool beats_limits(const struct bench_result *result)
{
	double seconds = result->time.median;

	return seconds < BELOW_BOUND * result->limits.bound ||
	       result->limits.peak > ABOVE_PEAK * seconds;
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

/* Warms up and times the row once, between two looks at the machine. */
static int time_row(struct bench *bench, struct session *session, struct bench_result *result)
{
	struct row_limits *limits = NULL;
	size_t samples = 0;
	int error = bench->watch ? watch_begin(bench->watch) : 0;

	if (!error)
		error = warm_up(bench, session);
	if (!error && bench->options.limits)
		error = row_limits_open(&limits, session, LIMIT_BUDGET * bench->options.budget);
	if (!error)
		error = take_samples(bench, session, limits, &samples);
	if (!error && bench->watch)
		error = watch_end(bench->watch);
	if (!error) {
		result->time = stats_so_far(bench, samples);
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

/* Times the row, and again if the row was disturbed and a part of the budget is left, or if the
 * operation seems to beat its limits. Limits that are beaten each time are not limits, and are not
 * told. */
static int time_undisturbed(
	struct bench *bench, struct session *session, struct bench_result *result)
{
	const struct bench_options *options = &bench->options;
	double budget = options->budget * (options->limits ? WITH_LIMITS : 1);
	double begin = clock_seconds();
	int error, tries = 0;

	do
		error = time_row(bench, session, result);
	while (!error && ((result->run.flags & FLAGS_DISTURBED && !options->iterations &&
				  clock_seconds() - begin < budget) ||
				 (beats_limits(result) && ++tries < TRIES)));
	if (!error && beats_limits(result))
		result->limits = (struct limit_times){ NAN, NAN };
	return error;
}

/* Measures a row. The timed operations use the buffers of the check before, which no
 * thread has changed since. */
static int measure(struct bench *bench, struct session *session, struct bench_result *result)
{
	int error = session_time(session, 1, &result->run.seconds);

	if (!error)
		error = check_once(bench, session, &result->run);
	if (error || result->run.check == CHECK_FAIL)
		return error;
	error = time_undisturbed(bench, session, result);
	if (!error)
		error = back_to_back(bench, session, result);
	return error ? error : check_once(bench, session, &result->run);
}

void bench_judge(struct bench_result *result)
{
	const struct stats *time = &result->time;

	if (result->run.check == CHECK_FAIL)
		wrong_text(&result->run.wrong, result->text, sizeof result->text);
	result->run.flags &= ~(FLAG_FEW_SAMPLES | FLAG_NOISY);
	if (time->samples < STATS_FEWEST)
		result->run.flags |= FLAG_FEW_SAMPLES;
	if (time->ci_high - time->ci_low > time->median / 5)
		result->run.flags |= FLAG_NOISY;
}

static int plan_row(struct bench *bench, const struct grove_plan *plan, size_t bytes,
	struct bench_result *result)
{
	struct session session = { 0 };
	int error = bench_team(bench, &plan->problem.net);

	if (!error)
		error = session_open(&session, bench->team, plan, bytes, bench->options.run.data);
	result->agreed = !error && session_agrees(&session);
	if (!error)
		error = measure(bench, &session, result);
	if (!error)
		error = session_describe(
			&session, result->time.median, &result->limits, &result->run);
	if (!error)
		bench_judge(result);
	session_close(&session);
	return error;
}

/* Records the error. A team that has failed can only be closed, so the
 * next row opens a new team. */
static int fail(struct bench *bench, struct bench_result *result, int error)
{
	snprintf(result->text, sizeof result->text, "%s", why_text());
	if (error == -ETIMEDOUT || error == -ECANCELED)
		close_team(bench);
	why(-error, "%s", result->text);
	return result->error = error;
}

int bench_plan(struct bench *bench, const struct grove_plan *plan, size_t bytes,
	struct bench_result *result)
{
	struct binding binding;
	int error = plan_binding(&binding, plan, bytes, plan->problem.root);

	*result = (struct bench_result){ .what = { plan->problem, bytes, plan->packet,
						 plan->folding.type, &plan->folding.fold },
		.packet = binding.packet,
		.backtoback_s = NAN,
		.clock = clock_name(&bench->options.run) };
	if (bench->options.run.pace)
		result->pace = *bench->options.run.pace;
	if (!error)
		error = session_fits(plan, bytes);
	if (!error)
		error = plan_row(bench, plan, bytes, result);
	return error ? fail(bench, result, error) : 0;
}

int bench_row(struct bench *bench, const struct bench_case *what, struct bench_result *result)
{
	const struct network *net = &what->problem.net;
	const struct grove_pace *pace = bench->options.run.pace;
	struct rates rates;
	struct grove_plan *plan;
	int error = pace ? 0 : thread_rates(&rates, net->nodes);

	if (pace)
		rates = pace_rates(pace, net);
	if (!error)
		error = plan_wrap_for(&plan, &what->problem, what->type, what->fold, what->packet,
			what->bytes, &rates);

	if (error) {
		*result = (struct bench_result){ .what = *what };
		return fail(bench, result, error);
	}
	plan->forward = bench->options.forward;
	error = bench_plan(bench, plan, what->bytes, result);
	result->what.problem.permutation =
		/* The plan's own permutation is freed. */
		what->problem.permutation;
	grove_plan_free(plan);
	return error;
}
