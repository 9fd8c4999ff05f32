/* Warms a row up and takes its samples within a budget. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/arith.h"
#include "base/error.h"
#include "perf/timing/clock.h"
#include "perf/timing/joined_results.h"
#include "perf/timing/process_group.h"
#include "perf/row_samples.h"
#include "runtime/node/copy_trial.h"

enum {
	LOOKS = LIMIT_TURNS,	    /* at the interval, in the time of the budget */
	FEWEST_TURNS = 3,	    /* of the limits */
	FEWEST_SAMPLES = 3,	    /* of a long row: fewer have no middle one */
	WARMUP_FEWEST = TRIAL_RUNS, /* until a program has tried the ways of copying, if that takes
				     * no longer than the budget */
	WARMUP_MOST = 10000
};

/* Times a batch of operations, unless the caller wants to stop. */
static int time_batch(struct bench *bench, struct session *session, size_t count, double *sample)
{
	bool stop = bench->options.stop && bench->options.stop();

	if (team_greatest(bench->team, stop) > 0)
		return why(EINTR, "interrupted");
	return session_time(session, count, sample);
}

bool row_is_long(const struct bench *bench)
{
	return bench->options.patience > 0 && !process_is_simulated() &&
	       joined_seconds(bench->team, bench->begin) > bench->options.patience;
}

int row_warm_up(struct bench *bench, struct session *session)
{
	const struct bench_options *options = &bench->options;
	size_t most = options->warmup < 0 ? WARMUP_MOST : (size_t)options->warmup, done = 0;
	double begin = monotonic_seconds();
	int error = 0;

	if (options->warmup < 0 &&
		(options->run.pace || process_is_simulated() || row_is_long(bench)))
		return 0;
	for (size_t count = 1; done < most && !error; done += count) {
		count = size_least(size_least(2 * done + 1, SESSION_BATCH), most - done);
		error = time_batch(bench, session, count, bench->sample);
		if (options->warmup < 0 &&
			joined_seconds(bench->team, begin) >
				options->budget / (done + count >= WARMUP_FEWEST ? 5 : 1))
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
		return size_least(
			options->iterations * (size_t)row->look / LOOKS - row->done, SESSION_BATCH);
	if (row->done < FEWEST_SAMPLES)
		return FEWEST_SAMPLES - row->done;
	if (row->done < STATS_FEWEST)
		return row_is_long(bench) ? 0 : STATS_FEWEST - row->done;
	if (left <= 0)
		return 0;
	left = left / row->spent * (double)row->done;
	return size_least(
		left < SESSION_BATCH ? (size_t)left : SESSION_BATCH, bench->room - row->done);
}

struct stats row_stats(struct bench *bench, size_t done)
{
	memcpy(bench->sorted, bench->sample, done * sizeof *bench->sample);
	return stats_of_series(bench->sorted, done, clock_get()->step);
}

/* Returns true if half of the interval, without the clock's step, is a small share of the
 * median. */
static bool is_precise(struct bench *bench, size_t done)
{
	struct stats time = row_stats(bench, done);
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

	if ((limits || bench->rival.runs) && session->keeper.state == DATA_RESIDENT)
		error = session_time(session, 1, bench->sorted);
	begin = monotonic_seconds() - row->spent;
	session->region = collective_name(session->plan->problem.collective);
	while (!error && (count = more_samples(bench, row))) {
		error = time_batch(bench, session, count, bench->sample + row->done);
		row->done += count;
		row->spent = joined_seconds(bench->team, begin);
	}
	session->region = NULL;
	if (!error)
		error = rival_turn(bench, session, row->done - first);
	if (error || row->done == first)
		return error;
	memcpy(bench->sorted, bench->sample + first, (row->done - first) * sizeof *bench->sorted);
	return row_limits_turn(limits, stats_median(bench->sorted, row->done - first));
}

int row_take_samples(
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
