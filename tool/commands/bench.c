/* Runs `grove bench`, which measures collectives on the threads of this machine. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "grove_measure.h"
#include "library/library_internal.h"
#include "perf/launch_process.h"
#include "perf/launches.h"
#include "perf/timing/process_group.h"
#include "tool/arguments/bench_list.h"
#include "tool/commands/bench_explain.h"
#include "tool/commands/bench_launches.h"
#include "tool/reports/bench_plot.h"
#include "tool/reports/bench_rows.h"
#include "tool/output/interruption.h"
#include "tool/output/progress.h"
#include "tool/arguments/request.h"
#include "tool/output/diagnostics.h"

enum {
	LONG = 5 /* seconds of a sweep that says so */
};

/* The outcome of all rows. The worst row decides the exit status. */
struct outcome {
	const struct options *options;
	struct bench_rows rows;
	struct bench_plot plot; /* of --plot */
	struct table ways;	/* of --explain */
	int launch;		/* the descriptor for rows, in a launch; else -1 */
	double begin;		/* of the first row, by monotonic_seconds */
	double forecast;	/* seconds of all rows of a launch */
	int failed, refused, timed_out, done;
	char text[512]; /* of the first row that failed */
};

static void note(struct outcome *outcome, const struct bench_result *result)
{
	bool wrong = !result->error && result->run.check == CHECK_FAIL;

	outcome->timed_out += result->error && status_of(result->error) == STATUS_TIMED_OUT;
	outcome->refused += result->error && status_of(result->error) == STATUS_REFUSED;
	outcome->failed += wrong || (result->error && status_of(result->error) == STATUS_FAILED);
	outcome->done += !result->error && !wrong;
	if ((result->error || wrong) && !outcome->text[0])
		snprintf(outcome->text, sizeof outcome->text, "%s", result->text);
}

static int take_row(struct outcome *outcome, const struct bench_result *result)
{
	if (outcome->launch >= 0)
		return launch_give(result, sizeof *result);
	for (const struct bench_result *row = result; row; row = row->rival) {
		rows_add(&outcome->rows, row);
		note(outcome, row);
		if (option_given(outcome->options, OPTION_EXPLAIN))
			bench_explain_way(&outcome->ways, row);
		if (outcome->options->plot && bench_plot_add(&outcome->plot, row))
			return why(ENOMEM, "no memory for a picture");
	}
	return ferror(stdout) ? why(EIO, "the output could not be written") : 0;
}

/* Says before a sweep how long it will take, unless that is short. */
static void forecast(struct outcome *outcome, const struct bench_options *how,
	const struct bench_list *work, const struct sweep *sweep)
{
	int rows = bench_forecast(&outcome->forecast, how, work->what, work->count, sweep);
	double all = outcome->forecast * fmax(outcome->options->runs, 1);

	if (rows > 1 && all >= LONG && !process_group()->number && !process_is_simulated())
		say(STATUS_DONE, "%d rows, about %.0f s", rows, all);
}

/* Shows which row begins, and how long the rows will still take: at first by the forecast, then by
 * the rows so far. */
static void show_row(struct outcome *outcome, int row, int rows)
{
	double now = monotonic_seconds(), left = outcome->forecast;

	if (!row)
		outcome->begin = now;
	else
		left = (now - outcome->begin) / row * (rows - row);
	progress("%d of %d, about %.0f s left", row + 1, rows, ceil(left));
}

static int watch(void *context, int row, int rows, const struct bench_result *result)
{
	struct outcome *outcome = context;

	if (!result && !interrupted() && outcome->launch < 0)
		show_row(outcome, row, rows);
	if (!result)
		return group_confer(interrupted() ? why(EINTR, "interrupted") : 0);
	progress_end();
	if (result->error == -EINTR)
		return -EINTR;
	return group_confer(take_row(outcome, result));
}

static int status_of_all(const struct outcome *outcome, bool several)
{
	if (outcome->failed)
		return say(STATUS_FAILED, "wrong data: %s", outcome->text);
	if (outcome->timed_out)
		return say(STATUS_TIMED_OUT, "%s", outcome->text);
	/* With `all` some rows may be impossible, and the rows tell why. */
	if (outcome->refused && (!several || !outcome->done))
		return refuse("%s", outcome->text);
	return STATUS_DONE;
}

static bool names_all(const struct options *options)
{
	for (int i = 0; i < options->words && i < 2; i++)
		if (!strcmp(options->word[i], "all"))
			return true;
	return false;
}

/* Reads a sweep; without options of a sweep, a single size. */
static int read_sweep(
	struct sweep *sweep, const struct options *options, const struct bench_list *work)
{
	bool sweeps = option_given(options, OPTION_MIN_BYTES) ||
		      option_given(options, OPTION_MAX_BYTES) ||
		      option_given(options, OPTION_FACTOR);

	*sweep = (struct sweep){ options->min_bytes, options->max_bytes, options->factor };
	if (!sweeps)
		*sweep = (struct sweep){ work->what[0].bytes, work->what[0].bytes, 1 };
	else if (option_given(options, OPTION_BYTES))
		return refuse("--bytes is one size, --min-bytes, --max-bytes and --factor are a "
			      "sweep: choose one");
	else if (options->min_bytes > options->max_bytes)
		return refuse("--min-bytes %zu is more than --max-bytes %zu", options->min_bytes,
			options->max_bytes);
	return STATUS_DONE;
}

/* Measures all cases in this process. Without a sweep each case has a size of its own: a barrier
 * has none, and a histogram's block is a slice of the bins. */
static int measure_here(struct bench *bench, struct outcome *outcome, const struct bench_list *work,
	const struct sweep *sweep)
{
	int error = 0;

	if (sweep->factor > 1)
		return bench_sweep(bench, work->what, work->count, sweep, watch, outcome);
	for (int i = 0; i < work->count && !error; i++) {
		struct bench_result result;

		error = watch(outcome, i, work->count, NULL);
		if (!error)
			bench_row(bench, &work->what[i], &result);
		if (!error)
			error = watch(outcome, i, work->count, &result);
	}
	return error;
}

/* ---- Launches ---- */

struct launches {
	int begun, asked;
	struct launch_rows rows[STATS_LAUNCHES];
};

static void watch_launch(void *context, size_t rows)
{
	const struct launches *launches = context;

	progress("launch %d of %d, row %zu", launches->begun, launches->asked, rows);
}

/* Prints row i of all launches that came so far. Returns 0, or -EIO when the output failed. */
static int add_joined(struct outcome *outcome, const struct launches *launches, size_t i)
{
	const struct bench_result *row[STATS_LAUNCHES];
	struct stats each[STATS_LAUNCHES];
	struct bench_result joined;
	int count = 0;

	for (int k = 0; k < launches->begun; k++)
		if (i < launches->rows[k].count)
			row[count++] = &launches->rows[k].row[i];
	joined = launches_join(each, row, count);
	return watch(outcome, (int)i, (int)launches->rows[0].count, &joined);
}

/* Measures all rows in the first launch, then all rows in the next launch, and so on, so that a
 * slow change of the machine meets all rows alike. */
static int measure_launches(struct outcome *outcome, const struct options *options)
{
	struct launches launches = { .asked = options->runs };
	int error = 0, printed = 0;

	while (launches.begun < launches.asked && !error)
		error = launch_rows_take(
			&launches.rows[launches.begun++], options, watch_launch, &launches);
	for (size_t i = 0; i < launches.rows[0].count && !printed; i++)
		printed = add_joined(outcome, &launches, i);
	for (int k = 0; k < launches.begun; k++)
		free(launches.rows[k].row);
	return error ? error : printed;
}

/* Ends the rows and the picture. Returns an exit status. */
static int end_output(struct outcome *outcome, int error)
{
	const char *path = outcome->options->plot;
	int plotted = STATUS_DONE, status;

	outcome->rows.interrupted = error == -EINTR;
	rows_end(&outcome->rows);
	if (outcome->ways.rows) {
		puts("\nThe first calls of the verbs ran in these ways:");
		table_close(&outcome->ways);
	}
	if (path)
		plotted = status_agreed(process_group()->number
						? STATUS_DONE
						: bench_plot_write(&outcome->plot, path));
	bench_plot_free(&outcome->plot);
	if (error == -EINTR)
		return say(STATUS_FAILED, "interrupted; all rows above are whole");
	if (error && error != -EIO)
		return say_why(error);
	status = status_of_all(outcome, names_all(outcome->options));
	return status == STATUS_DONE ? plotted : status;
}

/* Returns the width of the longest names of an algorithm and its order. */
static int longest_names(const struct bench_list *work)
{
	size_t most = 0;

	for (int i = 0; i < work->count; i++) {
		const struct problem *problem = &work->what[i].problem;
		size_t order = strlen(problem->order);
		size_t width = strlen(problem->algorithm) + (order ? 1 + order : 0);

		most = width > most ? width : most;
	}
	return (int)most;
}

static int measure(struct bench *bench, const struct bench_options *how,
	const struct options *options, struct bench_list *work)
{
	struct outcome outcome = { .options = options,
		.rows = { .form = options->form,
			.table = { .plain = options->plain,
				.names = longest_names(work),
				.unlimited = option_given(options, OPTION_NO_LIMITS),
				.together = !process_is_alone() } },
		.launch = launch_descriptor() };
	struct sweep sweep;
	int status = read_sweep(&sweep, options, work), error;

	if (status == STATUS_DONE && !process_group()->number)
		status = bench_plot_check(options->plot);
	if (status == STATUS_DONE && outcome.launch >= 0) {
		error = measure_here(bench, &outcome, work, &sweep);
		return error == -EINTR ? STATUS_DONE : say_output(error);
	}
	if (status == STATUS_DONE)
		status = bench_explain(options, work, &sweep);
	status = status_agreed(status);
	if (status != STATUS_DONE)
		return status;
	forecast(&outcome, how, work, &sweep);
	rows_begin(&outcome.rows);
	error = options->runs > 1 ? measure_launches(&outcome, options)
				  : measure_here(bench, &outcome, work, &sweep);
	return end_output(&outcome, error);
}

static int measure_all(const struct options *options, struct bench_list *work)
{
	struct bench_options how = bench_defaults();
	struct grove_pace pace;
	struct bench *bench;
	int error, status;

	how.run = (struct run_options){ options->threads, options->pin, options->wait,
		options->timeout, options->check, .data = options->data };
	how.forward = options->forward;
	if (pace_asked(&pace, options))
		how.run.pace = &pace;
	how.iterations = (size_t)options->iterations;
	how.warmup = options->warmup;
	how.stop = interrupted;
	how.watch = true;
	how.limits = !option_given(options, OPTION_NO_LIMITS);
	interruption_watch();
	error = group_confer(bench_open(&bench, &how));
	if (error)
		return interruption_end(say_why(error));
	status = measure(bench, &how, options, work);
	bench_close(bench);
	return interruption_end(status);
}

int command_bench(const struct options *options)
{
	struct bench_list work = { 0 };
	int status = group_fits(options);

	if (status == STATUS_DONE)
		status = bench_list_open(&work, options);
	status = status_agreed(status);
	if (status == STATUS_DONE)
		status = measure_all(options, &work);
	bench_list_close(&work);
	return status;
}
