/* Measures the candidates of auto, and prints how far predictions and choices are off. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "collectives/registry.h"
#include "library/machine/distance.h"
#include "library/machine/machine_files.h"
#include "perf/timing/clock.h"
#include "perf/model_loss.h"
#include "runtime/machine/cpus.h"
#include "tool/commands/tune_loss.h"
#include "tool/commands/tune_points.h"
#include "tool/output/diagnostics.h"
#include "tool/output/loss_report.h"
#include "tool/output/progress.h"
#include "tool/output/units.h"

/* Seconds of timed operations for a candidate in a round. */
static const double BUDGET = 0.005;

enum {
	TRIES = 3 /* at a point, while the cores move */
};

struct losing {
	struct tune_points points;
	const struct options *options;
	struct bench *bench;
	struct tune_effort effort;
	enum data_state data;
	struct loss_row *row;
	size_t room;
	int rows, point;
	int left;  /* points for which there was no time */
	int moved; /* points that are left out because the cores moved each time */
	double deadline;
};

/* Returns the entry that auto takes: the least prediction. */
static int choice_of(const struct tune_entry *entry, int count)
{
	int choice = 0;

	for (int i = 1; i < count; i++)
		if (entry[i].predicted < entry[choice].predicted)
			choice = i;
	return choice;
}

static int keep_rows(struct losing *losing, const struct bench_case *what,
	const struct tune_entry *entry, int count)
{
	int choice = choice_of(entry, count);

	if (array_reserve(&losing->row, &losing->room, (size_t)(losing->rows + count),
		    sizeof *losing->row))
		return why(ENOMEM, "no memory for %d rows", losing->rows + count);
	for (int i = 0; i < count; i++) {
		struct loss_row *row = &losing->row[losing->rows];

		if (!isfinite(entry[i].seconds))
			continue;
		*row = (struct loss_row){ .collective = collective_name(what->problem.collective),
			.bytes = what->bytes,
			.data = losing->data,
			.forward = losing->effort.forward,
			.point = losing->point,
			.chosen = i == choice,
			.packet = entry[i].packet,
			.predicted = entry[i].told,
			.measured = entry[i].seconds };
		memcpy(row->network, what->problem.net.name, NETWORK_NAME);
		memcpy(row->algorithm, entry[i].algorithm, ALGORITHM_NAME);
		memcpy(row->order, entry[i].order, ALGORITHM_NAME);
		losing->rows++;
	}
	losing->point++;
	return 0;
}

/* Collectives that combine bytes on the way, or have no bytes, are forwarded by copy alone. */
static bool can_forward(const struct losing *losing, enum collective collective)
{
	return losing->effort.forward != FORWARD_REFERENCE ||
	       (collective_has_bytes(collective) && !collective_folds(collective));
}

static int measure_once(
	struct losing *losing, const struct bench_case *what, struct tune_entry entry[TUNE_ENTRIES])
{
	int left_out, count = tune_candidates(entry, &left_out, what, &losing->effort), error;

	if (count < 0)
		return count;
	error = tune_measure(losing->bench, entry, count, what, &losing->effort);
	return error ? error : count;
}

/* Measures a point while the cores stay where they are: times at two distances can not be compared,
 * and auto chose for one. Returns the number of entries, -EAGAIN if the cores moved each time, or
 * another error. */
static int measure_still(
	struct losing *losing, const struct bench_case *what, struct tune_entry entry[TUNE_ENTRIES])
{
	for (int i = 0; i < TRIES; i++) {
		double before = 1, after = 1;
		int error = cores_usable() > 1 ? distance_trip(&before, NULL, 0) : 0;
		int count = error ? error : measure_once(losing, what, entry);

		if (count >= 0 && cores_usable() > 1)
			error = distance_trip(&after, NULL, 0);
		if (count < 0 || error || trips_agree(before, after))
			return error ? error : count;
	}
	return -EAGAIN;
}

static int measure_point(void *context, const struct bench_case *what)
{
	struct losing *losing = context;
	struct tune_entry entry[TUNE_ENTRIES];
	char size[UNITS_TEXT];
	int count;

	if (!can_forward(losing, what->problem.collective))
		return 0;
	if (clock_seconds() > losing->deadline) {
		losing->left++;
		return 0;
	}
	progress("%s on %s, %s, %s, by %s", collective_name(what->problem.collective),
		what->problem.net.name, size_text(size, what->bytes), data_state_name(losing->data),
		forward_name(losing->effort.forward));
	count = measure_still(losing, what, entry);
	if (count == -EAGAIN)
		losing->moved++;
	else if (count >= 0)
		count = keep_rows(losing, what, entry, count);
	return count == -EAGAIN ? 0 : count;
}

/* Returns true for the way and the state that the options ask for, or for both ways and for every
 * state. */
static bool asks_for(const struct options *options, enum forward forward, enum data_state data)
{
	if (option_given(options, OPTION_DATA) && options->data != data)
		return false;
	return option_given(options, OPTION_FORWARD) ? options->forward == forward
						     : forward != FORWARD_AUTO;
}

static int measure_with(struct losing *losing, struct bench_options *how)
{
	int error;

	how->run.data = losing->effort.data = losing->data;
	error = bench_open(&losing->bench, how);
	if (!error)
		error = tune_each(&losing->points, measure_point, losing);
	bench_close(losing->bench);
	losing->bench = NULL;
	return error;
}

static int measure_all(struct losing *losing)
{
	const struct options *options = losing->options;
	struct bench_options how = bench_defaults();
	int error = 0;

	how.run = (struct run_options){ options->threads, options->pin, options->wait,
		options->timeout, false, .data = options->data };
	how.budget = BUDGET;
	how.precision = 0;
	how.limits = false;
	for (int data = 0; data < DATA_STATES; data++)
		for (int f = FORWARD_COPY; f <= FORWARD_AUTO && !error; f++) {
			losing->data = (enum data_state)data;
			losing->effort.forward = (enum forward)f;
			if (asks_for(options, losing->effort.forward, losing->data))
				error = measure_with(losing, &how);
		}
	progress_end();
	return error;
}

int command_tune_loss(const struct options *options)
{
	struct losing losing = { .options = options,
		.effort = { .hopeless = 8, .behind = INFINITY, .rounds = 3 },
		.deadline = clock_seconds() + options->limit };
	struct loss_report report = { 0 };
	int status = tune_points_open(&losing.points, options), error = 0;

	if (status == STATUS_DONE)
		error = measure_all(&losing);
	if (status == STATUS_DONE && !error) {
		report =
			(struct loss_report){ machine_files_names()->key, losing.row, losing.rows };
		error = options->form == FORM_JSON ? loss_print_json(&report)
						   : loss_print_text(&report);
	}
	if (error)
		status = say_why(error);
	if (status == STATUS_DONE && losing.moved)
		fprintf(stderr,
			"grove tune: %d points are left out, because the cores moved while they "
			"were "
			"measured\n",
			losing.moved);
	if (status == STATUS_DONE && losing.left)
		status = say(STATUS_FAILED, "the time is up with %d points left", losing.left);
	free(losing.row);
	tune_points_close(&losing.points);
	return status;
}
