/* Reads the values of options. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/size_text.h"
#include "base/size.h"
#include "base/error.h"
#include "library/machine/distance.h"
#include "library/machine/machine_files.h"
#include "library/library_internal.h"
#include "tool/arguments/fold_names.h"
#include "tool/arguments/option_values.h"

enum {
	MOST_NODES = NETWORK_NODES - 1,
	MOST_JOBS = 1024,
	MOST_THREADS = 1 << 16
};

/* Reads a number, with or without a decimal point, that is at least `least`. */
static int read_real(double *number, const char *text, double least)
{
	char *end;

	*number = strtod(text, &end);
	if (end == text || *end || !isfinite(*number) || *number < least)
		return why(EINVAL, "'%s' is not a number of at least %g", text, least);
	return 0;
}

int read_root(struct options *options, const char *text)
{
	return number_parse(&options->root, text, 0, MOST_NODES);
}

int read_destination(struct options *options, const char *text)
{
	return number_parse(&options->destination, text, 0, MOST_NODES);
}

int read_bytes(struct options *options, const char *text)
{
	return size_parse(&options->bytes, text);
}

int read_packet(struct options *options, const char *text)
{
	int error;

	options->packet = GROVE_PACKET_AUTO;
	if (!strcmp(text, "auto"))
		return 0;
	error = size_parse(&options->packet, text);
	if (!error && !options->packet)
		return why(EINVAL, "a packet holds at least 1 byte, or auto");
	return error;
}

int read_ports(struct options *options, const char *text)
{
	return ports_named(&options->ports, text);
}

int read_duplex(struct options *options, const char *text)
{
	return duplex_named(&options->duplex, text);
}

int read_colour(struct options *options, const char *text)
{
	return colour_named(&options->look.colour, text);
}

int read_rows(struct options *options, const char *text)
{
	return rows_named(&options->look.rows, text);
}

int read_step(struct options *options, const char *text)
{
	int step = 0, error = number_parse(&step, text, 0, DRAW_STEPS - 1);

	options->look.stop = step + 1;
	return error;
}

int read_tree(struct options *options, const char *text)
{
	return number_parse(&options->tree, text, 0, MOST_NODES);
}

int read_order(struct options *options, const char *text)
{
	if (strlen(text) >= ALGORITHM_NAME)
		return why(EINVAL,
			"'%s' is too long for an order; grove list orders shows the orders", text);
	options->order = text;
	return 0;
}

int read_broken(struct options *options, const char *text)
{
	options->broken = text;
	return 0;
}

int read_permutation(struct options *options, const char *text)
{
	options->permutation = text;
	return 0;
}

int read_type(struct options *options, const char *text)
{
	return type_named(&options->type, text);
}

int read_fold(struct options *options, const char *text)
{
	options->fold = fold_named(text);
	return options->fold ? 0 : -EINVAL;
}

static int read_calibrated(struct options *options)
{
	const struct machine *machine;
	int error = distance_machine(&machine, NULL, TRIP_KEEPS);

	if (!error && !machine)
		return why(EINVAL, "this machine was not calibrated (%s): run `grove calibrate`",
			machine_files_names()->machine);
	if (!error)
		options->machine = *machine;
	return error;
}

/* Reads the calibration of any machine, because a user may ask for times on another machine. */
static int read_machine_file(struct options *options, const char *name)
{
	static struct calibration calibration;
	FILE *file = fopen(name, "r");
	int error;

	if (!file && !strchr(name, '/'))
		return why(EINVAL,
			"there is no machine '%s', and no such file; `grove list machines` shows "
			"them",
			name);
	if (!file)
		return why(EINVAL, "%s: %s", name, strerror(errno));
	error = calibration_read(&calibration, file, name, NULL);
	if (!error)
		options->machine = calibration.machine[0];
	options->machine.name = name;
	fclose(file);
	return error;
}

int read_machine(struct options *options, const char *text)
{
	const struct machine *machine = machine_named(text);

	if (!strcmp(text, "here"))
		return read_calibrated(options);
	if (!machine)
		return read_machine_file(options, text);
	options->machine = *machine;
	return 0;
}

int read_beta(struct options *options, const char *text)
{
	options->machine.name = "as given";
	return read_real(&options->machine.beta, text, 0);
}

int read_tau(struct options *options, const char *text)
{
	return read_real(&options->machine.tau, text, 0);
}

int read_output(struct options *options, const char *text)
{
	options->output = text;
	return *text ? 0 : why(EINVAL, "a file must have a name");
}

static int read_name(const char **name, const char *text)
{
	*name = text;
	return *text ? 0 : why(EINVAL, "a file must have a name");
}

int read_plot(struct options *options, const char *text)
{
	return read_name(&options->plot, text);
}

int read_hostfile(struct options *options, const char *text)
{
	return read_name(&options->hostfile, text);
}

int read_task(struct options *options, const char *text)
{
	return read_name(&options->task, text);
}

int read_course(struct options *options, const char *text)
{
	return read_name(&options->course, text);
}

int read_columns(struct options *options, const char *text)
{
	return read_name(&options->columns, text);
}

int read_marks(struct options *options, const char *text)
{
	return read_name(&options->marks, text);
}

int read_feedback(struct options *options, const char *text)
{
	return read_name(&options->feedback, text);
}

int read_jobs(struct options *options, const char *text)
{
	return number_parse(&options->jobs, text, 1, MOST_JOBS);
}

int read_plan(struct options *options, const char *text)
{
	options->plan = text;
	return 0;
}

int read_lesson(struct options *options, const char *text)
{
	options->lesson = text;
	return 0;
}

int read_threads(struct options *options, const char *text)
{
	return number_parse(&options->threads, text, 1, MOST_THREADS);
}

int read_pin(struct options *options, const char *text)
{
	options->pin = text;
	return 0;
}

int read_wait(struct options *options, const char *text)
{
	static const char *const names[] = { [WAIT_AUTO] = "auto",
		[WAIT_SPIN] = "spin",
		[WAIT_YIELD] = "yield",
		[WAIT_PARK] = "park" };

	for (int i = WAIT_AUTO; i <= WAIT_PARK; i++)
		if (!strcmp(text, names[i])) {
			options->wait = (enum waiting)i;
			return 0;
		}
	return why(EINVAL, "'%s' is no way to wait; there are auto, spin, yield, park", text);
}

int read_timeout(struct options *options, const char *text)
{
	int error = read_real(&options->timeout, text, 0.001);

	if (!error && options->timeout > 1e6)
		return why(EINVAL, "%s seconds are too many; at most 1000000", text);
	return error;
}

int read_clock(struct options *options, const char *text)
{
	options->paced = !strcmp(text, "paced");
	return options->paced || !strcmp(text, "native")
		       ? 0
		       : why(EINVAL, "'%s' is not a clock; there are native and paced", text);
}

int read_forward(struct options *options, const char *text)
{
	return forward_named(&options->forward, text);
}

int read_data(struct options *options, const char *text)
{
	return data_state_named(&options->data, text);
}

int read_limit(struct options *options, const char *text)
{
	return read_real(&options->limit, text, 1);
}

int read_layout(struct options *options, const char *text)
{
	options->layout = text;
	if (strcmp(text, "rows") != 0 && strcmp(text, "submatrices") != 0)
		return why(EINVAL, "there is no layout '%s'; there are rows and submatrices", text);
	return 0;
}

int read_turn(struct options *options, const char *text)
{
	if (number_parse(&options->turn, text, 90, 270) || options->turn % 90)
		return why(EINVAL, "there is no '%s'; there are 90, 180 and 270", text);
	return 0;
}

int read_bins(struct options *options, const char *text)
{
	char *end;
	long long bins = strtoll(text, &end, 10);

	if (end == text || *end || bins < 1 || bins > 1LL << 40)
		return why(EINVAL, "'%s' is not a whole number from 1 to 2^40", text);
	options->bins = (size_t)bins;
	return 0;
}

int read_range(struct options *options, const char *text)
{
	char *end;

	options->low = strtod(text, &end);
	if (end == text || *end != ':')
		return why(EINVAL, "'%s' is not LOW:HIGH, two numbers", text);
	text = end + 1;
	options->high = strtod(text, &end);
	if (end == text || *end)
		return why(EINVAL, "'%s' is no number", text);
	if (!(options->low < options->high) || !isfinite(options->high - options->low))
		return why(EINVAL, "%g:%g is no range: LOW is less than HIGH, both finite",
			options->low, options->high);
	return 0;
}

int read_ways(struct options *options, const char *text)
{
	static const char *const names[] = {
		[WAYS_COPY] = "copy", [WAYS_REFERENCE] = "reference", [WAYS_BOTH] = "both"
	};

	for (int i = WAYS_COPY; i <= WAYS_BOTH; i++)
		if (!strcmp(text, names[i])) {
			options->ways = (enum ways)i;
			return 0;
		}
	return why(EINVAL, "there is no '%s'; there are copy, reference and both", text);
}

int read_network(struct options *options, const char *text)
{
	return read_name(&options->network, text);
}

int read_seconds(struct options *options, const char *text)
{
	int error = read_real(&options->seconds, text, 0);

	return !error && options->seconds > 3600 ? why(EINVAL, "%s is more than an hour", text)
						 : error;
}

int read_picture(struct options *options, const char *text)
{
	return read_name(&options->picture, text);
}
