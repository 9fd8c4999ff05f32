/* Measures every case at every size, with a watcher around each row, and forecasts the time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include "base/size.h"
#include "base/error.h"
#include "base/memory_budget.h"
#include "perf/row_samples.h"
#include "perf/timing/process_group.h"
#include "plan/semantics.h"
#include "runtime/machine/cpus.h"

/* Where the time of a row went among 24 nodes on two cores of a virtual machine: a fixed part, for
 * samples, warm-up and limits. Then each byte of the buffers is written, sent and compared a few
 * times, and what a fold must give is folded from all inputs. */
static const double SHARE = 1.2, SHARE_OF_LIMITS = 0.8, SHARE_COUNTED = 0.1; /* of the budget */
static const double PER_OPERATION = 3e-6;		/* with its meeting, at least */
static const double PER_BYTE = 9e-9, PER_FOLDED = 4e-9; /* of a thread */

enum {
	PACED_OPERATIONS = 9 /* of a row: the first, two with checks, and six samples */
};

size_t bench_element(const struct bench_case *what)
{
	return collective_folds(what->problem.collective) ? type_bytes(what->type) : 1;
}

bool sweep_next(const struct sweep *sweep, size_t element, size_t *bytes)
{
	size_t last = sweep->max / element * element, next = element;

	if (sweep->factor == 1 || *bytes >= last)
		return false;
	if (*bytes && !size_multiply(&next, *bytes, sweep->factor))
		next = last;
	*bytes = next < last ? next : last;
	return true;
}

/* A barrier has no bytes, so its only size is 0. */
static bool next_size(const struct bench_case *what, const struct sweep *sweep, size_t *bytes)
{
	return collective_has_bytes(what->problem.collective) &&
	       sweep_next(sweep, bench_element(what), bytes);
}

static size_t first_size(const struct bench_case *what, const struct sweep *sweep)
{
	return collective_has_bytes(what->problem.collective) ? sweep->min : 0;
}

/* Returns about the seconds of a row. What does not fit into memory is refused at once. */
static double row_forecast(const struct bench_options *options, const struct bench_case *what)
{
	const struct problem *problem = &what->problem;
	const struct grove_pace *pace = options->run.pace;
	double nodes = problem->net.nodes, bytes = (double)what->bytes, in = 0, out = 0;
	double threads = options->run.threads > 0 ? options->run.threads : nodes;
	double cores = fmin(threads, cores_usable()), folded = 0, seconds;

	for (int v = 0; v < problem->net.nodes; v++) {
		in += semantics_input_blocks(problem, v) * bytes;
		out += semantics_output_blocks(problem, v) * bytes;
	}
	if (!memory_budget_has((in + out) / process_group()->count))
		return 0;
	if (collective_folds(problem->collective)) /* nodes of a thread share a result for all */
		folded = nodes * (problem->collective == ALLREDUCE ? cores * bytes : out);
	seconds = options->iterations ? options->budget * SHARE_COUNTED +
						(double)options->iterations * PER_OPERATION
				      : options->budget * SHARE;
	if (pace)
		seconds += PACED_OPERATIONS * (pace->beta + pace->tau * (in + out) / nodes);
	else if (options->limits)
		seconds += options->budget * SHARE_OF_LIMITS;
	return seconds + ((in + out) * PER_BYTE + folded * PER_FOLDED) / cores;
}

int bench_forecast(double *seconds, const struct bench_options *options,
	const struct bench_case *cases, int count, const struct sweep *sweep)
{
	int rows = 0;

	*seconds = 0;
	for (int i = 0; i < count; i++) {
		struct bench_case what = cases[i];

		if (sweep->factor > 1)
			what.bytes = first_size(&what, sweep);
		do {
			rows++;
			*seconds += row_forecast(options, &what);
		} while (next_size(&what, sweep, &what.bytes));
	}
	return rows;
}

int bench_sweep(struct bench *bench, const struct bench_case *cases, int count,
	const struct sweep *sweep, bench_watcher *watcher, void *context)
{
	int rows, row = 0, stop = 0;
	double seconds;

	if (sweep->factor < 1 || sweep->min > sweep->max)
		return why(EINVAL, "from %zu to %zu bytes by factors of %zu there is no size",
			sweep->min, sweep->max, sweep->factor);
	rows = bench_forecast(&seconds, &bench->options, cases, count, sweep);
	for (int i = 0; i < count && !stop; i++) {
		struct bench_case what = cases[i];
		struct bench_result result;

		what.bytes = first_size(&what, sweep);
		do {
			stop = watcher(context, row, rows, NULL);
			if (stop)
				break;
			bench_row(bench, &what, &result);
			stop = watcher(context, row++, rows, &result);
		} while (!stop && next_size(&what, sweep, &what.bytes));
	}
	return stop;
}
