/* Runs `grove tune`, which measures the candidates of `auto` and keeps the times in a table. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "base/monotonic.h"
#include "collectives/auto/tuned_table.h"
#include "library/machine/machine_files.h"
#include "tool/output/interruption.h"
#include "tool/output/progress.h"
#include "tool/output/diagnostics.h"
#include "tool/output/stream_error.h"
#include "tool/output/whole_file.h"
#include "perf/candidate_sweep.h"
#include "tool/commands/tune_points.h"
#include "tool/output/units.h"

/* Seconds of timed operations for a candidate in a round. */
static const double BUDGET = 0.01;

struct tuning {
	struct tune_points points;
	const struct options *options;
	const char *path;
	struct bench *bench;
	struct tuned tuned;			/* the rows in the file before */
	int count, there, done, left, left_out; /* points; candidates left out */
	double expected, deadline;		/* seconds */
	struct tune_effort effort;
};

/* Returns the threads that run the case. */
static int tune_threads(const struct tuning *tuning, const struct bench_case *what)
{
	struct rates rates;

	if (tuning->options->threads)
		return tuning->options->threads;
	return thread_rates(&rates, what->problem.net.nodes) ? 0 : rates.threads;
}

/* ---- Measuring ---- */

/* Appends all rows of a point in a single write, so that an interrupted tuning leaves only
 * whole points in the file. */
static int append(const char *path, const char *text, size_t length)
{
	FILE *file = fopen(path, "ae");
	int error;

	if (!file)
		return why(EINVAL, "%s cannot be written: %s", path, strerror(errno));
	setvbuf(file, NULL, _IOFBF, length + 1);
	fwrite(text, 1, length, file);
	error = stream_error(file);
	fclose(file);
	return error ? why(EINVAL, "%s cannot be written: %s", path, strerror(error)) : 0;
}

static int keep_point(const struct tuning *tuning, const struct bench_case *what,
	const struct tune_entry *entry, int count)
{
	struct tuned_row row = { .collective = what->problem.collective,
		.aim = tuned_aim(&what->problem),
		.ports = what->problem.ports,
		.duplex = what->problem.duplex,
		.threads = tune_threads(tuning, what),
		.bytes = what->bytes };
	char *text = NULL;
	size_t length = 0;
	FILE *memory = open_memstream(&text, &length);
	int error;

	if (!memory)
		return why(ENOMEM, "no memory for a table");
	snprintf(row.network, sizeof row.network, "%s", what->problem.net.name);
	for (int i = 0; i < count; i++) {
		if (!isfinite(entry[i].seconds))
			continue;
		memcpy(row.algorithm, entry[i].algorithm, ALGORITHM_NAME);
		memcpy(row.order, entry[i].order, ALGORITHM_NAME);
		row.packet = entry[i].packet;
		row.seconds = entry[i].seconds;
		row.predicted = entry[i].predicted;
		tuned_write_row(memory, &row);
	}
	if (fclose(memory)) {
		free(text);
		return why(ENOMEM, "no memory for a table");
	}
	error = append(tuning->path, text, length);
	free(text);
	return error;
}

/* Returns true if the file had this point before. */
static bool is_measured(const struct tuning *tuning, const struct bench_case *what)
{
	const struct tuned *tuned = &tuning->tuned;
	int threads = tune_threads(tuning, what);

	for (size_t i = 0; i < tuned->rows; i++)
		if (tuned->row[i].bytes == what->bytes &&
			tuned_row_is_of(&tuned->row[i], &what->problem, threads))
			return true;
	return false;
}

static int measure_point(void *context, const struct bench_case *what)
{
	struct tuning *tuning = context;
	struct tune_entry entry[TUNE_ENTRIES];
	int left_out, count, error;

	if (is_measured(tuning, what)) {
		tuning->there++;
		return 0;
	}
	if (interrupted() || monotonic_seconds() > tuning->deadline) {
		tuning->left++;
		return 0;
	}
	progress("%d of %d: %s on %s, %s", tuning->there + tuning->done + 1, tuning->count,
		collective_name(what->problem.collective), what->problem.net.name,
		size_text(what->bytes));
	count = tune_candidates(entry, &left_out, what, &tuning->effort);
	error = count < 0 ? count
			  : tune_measure(tuning->bench, entry, count, what, &tuning->effort);
	if (!error)
		error = keep_point(tuning, what, entry, count);
	tuning->done++;
	tuning->left_out += left_out;
	return error;
}

/* Estimates the time of a point. A row takes 10 ms and some operations. The factor 2 stands for all
 * rounds, because most candidates fall behind in the first round. */
static int estimate_point(void *context, const struct bench_case *what)
{
	struct tuning *tuning = context;
	struct tune_entry entry[TUNE_ENTRIES];
	int left_out, count;

	tuning->count++;
	if (is_measured(tuning, what))
		return 0;
	count = tune_candidates(entry, &left_out, what, &tuning->effort);
	for (int i = 0; i < count; i++)
		tuning->expected += 2 * (1.3 * BUDGET + 10 * entry[i].predicted);
	return count < 0 ? count : 0;
}

/* ---- The table ---- */

/* Reads the rows of the table so far. A table holds measurements of a single state of the data. */
static int read_table(struct tuning *tuning, FILE *file)
{
	enum data_state data = tuning->options->data;
	int error = tuned_read(
		&tuning->tuned, file, tuning->path, machine_files_names()->key, grove_version());

	if (error || tuning->tuned.data == data)
		return error;
	return why(EINVAL,
		"%s holds measurements of %s data; use --data %s, or --output FILE for %s data",
		tuning->path, data_state_name(tuning->tuned.data),
		data_state_name(tuning->tuned.data), data_state_name(data));
}

static int open_table(struct tuning *tuning)
{
	FILE *file = fopen(tuning->path, "re");
	int error;

	if (file) {
		error = read_table(tuning, file);
		fclose(file);
		return error;
	}
	if (errno != ENOENT)
		return why(EINVAL, "%s: %s", tuning->path, strerror(errno));
	error = whole_file_make(&file, tuning->path);
	if (error)
		return error;
	tuned_write_heading(
		file, machine_files_names()->key, grove_version(), tuning->options->data);
	return whole_file_close(file, 0);
}

static int report(const struct tuning *tuning)
{
	printf("points measured: %d; %d were there before", tuning->done, tuning->there);
	if (tuning->left_out)
		printf("; %d candidates were not measured: the model expects them to take %g times "
		       "the best one's time",
			tuning->left_out, tuning->effort.hopeless);
	printf("\nkept in %s for auto\n", tuning->path);
	if (!tuning->left)
		return STATUS_DONE;
	return say(STATUS_FAILED, "%s with %d points left: run it again to go on there",
		interrupted() ? "interrupted" : "the time is up", tuning->left);
}

static int tune(struct tuning *tuning)
{
	const struct calibration *calibration;
	int error = machine_files_calibration(&calibration);

	if (!error)
		error = tune_each(&tuning->points, estimate_point, tuning);
	if (error)
		return say_why(error);
	if (!calibration)
		fprintf(stderr, "grove tune: this machine was not calibrated; `grove calibrate` "
				"first makes the model leave out more\n");
	fprintf(stderr,
		"points to measure: %d, about %s, %s at most; Ctrl-C stops, and it goes on there\n",
		tuning->count, time_text(tuning->expected), time_text(tuning->options->limit));
	tuning->deadline = monotonic_seconds() + tuning->options->limit;
	interruption_watch();
	error = tune_each(&tuning->points, measure_point, tuning);
	progress_end();
	return error ? say_why(error) : report(tuning);
}

/* ---- The sub-command ---- */

/* The table has names of networks. The name of a file does not say which links the file has. */
static int refuse_files(const struct bench_list *work)
{
	for (int i = 0; i < work->count; i++) {
		const struct network *net = &work->what[i].problem.net;

		if (network_from_file(net))
			return refuse(
				"%s: a table is kept by the names of networks, and a file may "
				"change; bench measures %s",
				net->name, net->name);
	}
	return STATUS_DONE;
}

/* Opens the bench and the table. Returns an exit status. */
static int open_bench(struct tuning *tuning)
{
	const struct options *options = tuning->options;
	struct bench_options how = bench_defaults();
	int error;

	how.run = (struct run_options){ options->threads, options->pin, options->wait,
		options->timeout, false, .data = options->data };
	how.budget = BUDGET;
	how.precision = 0;
	how.limits = false;
	error = bench_open(&tuning->bench, &how);
	if (!error)
		error = open_table(tuning);
	return error ? say_why(error) : STATUS_DONE;
}

/* Measures candidates into the table. */
int command_tune(const struct options *options)
{
	const struct machine_files_names *names;
	int status, error = machine_files_read(&names);
	struct tuning tuning = { .options = options,
		.path = options->output ? options->output : names->tune,
		.effort = { .hopeless = 8,
			.behind = 1.3,
			.rounds = 3,
			.forward = FORWARD_AUTO, /* as the library's verbs, which use the table */
			.data = options->data } };

	if (error)
		return say_why(error);
	if (!tuning.path[0])
		return refuse(
			"there is no place for the table: HOME is not set; use --output FILE");
	status = tune_points_open(&tuning.points, options);
	if (status == STATUS_DONE)
		status = refuse_files(&tuning.points.work);
	if (status == STATUS_DONE)
		status = open_bench(&tuning);
	if (status == STATUS_DONE)
		status = tune(&tuning);
	bench_close(tuning.bench);
	tuned_free(&tuning.tuned);
	tune_points_close(&tuning.points);
	return status;
}
