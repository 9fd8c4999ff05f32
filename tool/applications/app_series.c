/* Repeats the steps of an application until their times are known well enough. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "perf/timing/clock.h"
#include "perf/timing/session.h"
#include "library/handles.h"
#include "tool/files/need.h"
#include "tool/applications/app_series.h"

enum {
	SAMPLES_MOST = 4096, /* of each step */
	PATIENCE = 4	     /* budgets, for the fewest samples of an interval */
};
static const double close_enough = 0.05; /* half of the interval, as a share of the median */

enum {
	COLLECTIVE = BARE_WAYS, /* instead of bare copies; comes last, so its results stay */
	WAYS
};

/* The times of all repetitions: of each step, and of the collectives together in each way. */
struct step_samples {
	double of_step[STEPS_MAX][SAMPLES_MOST], together[WAYS][SAMPLES_MOST];
	double sorted[SAMPLES_MOST], share[SAMPLES_MOST]; /* of bare copies */
	size_t count;
};

static struct app_step *step_next(struct app_series *series, const char *name)
{
	struct app_step *step = &series->step[series->steps++];

	*step = (struct app_step){ .name = name };
	return step;
}

void series_body(struct app_series *series, const char *name, grove_body *body)
{
	step_next(series, name)->body = body;
}

void series_collective(struct app_series *series, const char *name, struct app_session *s,
	const struct grove_problem *problem, const struct grove_buffers *buffers)
{
	app_run_open(&step_next(series, name)->run, s, problem, buffers);
}

static double step_once(const struct app_series *series, int k, struct app_session *s, int way)
{
	const struct app_step *step = &series->step[k];
	double begin = clock_seconds();

	if (!step->body && way == COLLECTIVE)
		return run_once(&step->run, s);
	if (!step->body)
		return link_copies_once(&step->run.bare[way], s->team, false);
	session_each(s, step->body, series->argument);
	return clock_seconds() - begin;
}

/* Runs all steps, with bare copies instead of collectives unless `way` is COLLECTIVE. */
static void repeat(const struct app_series *series, struct app_session *s,
	struct step_samples *samples, int way)
{
	size_t now = samples->count;

	samples->together[way][now] = 0;
	for (int k = 0; k < series->steps; k++) {
		double seconds = step_once(series, k, s, way);

		samples->of_step[k][now] = seconds;
		if (!series->step[k].body)
			samples->together[way][now] += seconds;
	}
}

/* Bare copies and collectives take turns, so that all meet the same state of the machine. */
static void take_turns(
	const struct app_series *series, struct app_session *s, struct step_samples *samples)
{
	double bare = INFINITY;

	for (int way = 0; way < BARE_WAYS && series_by_copy(series); way++) {
		repeat(series, s, samples, way);
		bare = fmin(bare, samples->together[way][samples->count]);
	}
	repeat(series, s, samples, COLLECTIVE);
	samples->share[samples->count] = bare / samples->together[COLLECTIVE][samples->count];
	samples->count++;
}

/* Finds out how many bytes cross each link, once. */
static void count_bytes(struct app_series *series, struct app_session *s)
{
	for (int k = 0; k < series->steps; k++) {
		struct app_step *step = &series->step[k];

		if (step->body) {
			session_each(s, step->body, series->argument);
		} else {
			run_watched(&step->run, s);
			if (run_by_copy(&step->run))
				run_bare(&step->run);
		}
	}
}

/* Returns true if the interval is narrow. Checks only when the count has grown by an eighth, since
 * each check sorts the samples. */
static bool known(struct step_samples *samples)
{
	size_t n = samples->count, bit = 1;
	struct stats stats;

	while (bit * 16 <= n)
		bit *= 2;
	if (n < STATS_FEWEST || n % bit)
		return false;
	memcpy(samples->sorted, samples->together[COLLECTIVE], n * sizeof *samples->sorted);
	stats = stats_of(samples->sorted, n);
	return stats_spread(&stats) <= close_enough;
}

static bool enough(struct step_samples *samples, double budget, double spent)
{
	if (samples->count == SAMPLES_MOST || spent > PATIENCE * budget)
		return true;
	return samples->count >= STATS_FEWEST && (spent > budget || known(samples));
}

static void evaluate(struct app_series *series, struct step_samples *samples)
{
	for (int k = 0; k < series->steps; k++) {
		series->step[k].time = stats_of(samples->of_step[k], samples->count);
		series->step[k].run.time = series->step[k].time;
	}
	series->time = stats_of(samples->together[COLLECTIVE], samples->count);
	series->bare = share_of_bare(stats_of(samples->share, samples->count).median, 1);
}

/* The model knows fresh data. Bodies that read many other bytes drive the buffers and the rings out
 * of the caches, which is a state in between: no prediction is better than a wrong prediction. */
static void judge_predictions(struct app_series *series, struct app_session *s)
{
	long cache = sysconf(_SC_LEVEL2_CACHE_SIZE);
	size_t most = cache > 0 ? (size_t)cache / 2 : 0;

	for (int k = 0; k < series->steps; k++)
		if (series->aside / (size_t)s->threads > most)
			series->step[k].run.predicted = NAN;
		else if (!series->step[k].body)
			run_judge_prediction(&series->step[k].run, s);
}

/* The right result of an earlier repetition might cover up that the last one moved nothing, or a
 * right result might be what memory happens to have. So each byte is wrong before it is made. */
static void check_result(const struct app_series *series, struct app_session *s)
{
	series->need_right(series->argument);
	series->spoil(series->argument);
	for (int k = 0; k < series->steps; k++)
		step_once(series, k, s, COLLECTIVE);
	series->need_right(series->argument);
}

void series_measure(struct app_series *series, struct app_session *s)
{
	struct step_samples *samples = need_memory(1, sizeof *samples);
	double begin = clock_seconds();

	count_bytes(series, s);
	do {
		samples->count = 0;
		take_turns(series, s, samples);
	} while (clock_seconds() - begin < s->budget / 5);
	samples->count = 0;
	need_done(watch_begin(s->watch));
	begin = clock_seconds();
	do
		take_turns(series, s, samples);
	while (!enough(samples, s->budget, clock_seconds() - begin));
	need_done(watch_end(s->watch));
	evaluate(series, samples);
	series->flags = session_flags(team_inside(s->team)) | watch_flags(s->watch) |
			time_flags(&series->time);
	free(samples);
	judge_predictions(series, s);
	if (s->watches)
		series_watch(series, s);
	check_result(series, s);
}

bool series_by_copy(const struct app_series *series)
{
	return !strcmp(series->forward, "copy");
}

/* ---- Sums over the collectives ---- */

/* Adds up a figure of all collectives. */
static double sum(const struct app_series *series, double (*of)(const struct app_run *run))
{
	double total = 0;

	for (int k = 0; k < series->steps; k++)
		if (!series->step[k].body)
			total += of(&series->step[k].run);
	return total;
}

static double delivered_of(const struct app_run *run)
{
	return run->delivered;
}

static double predicted_of(const struct app_run *run)
{
	return run->predicted;
}

double series_delivered(const struct app_series *series)
{
	return sum(series, delivered_of);
}

double series_predicted(const struct app_series *series)
{
	return sum(series, predicted_of);
}

double series_rate(const struct app_series *series, double bytes)
{
	return bytes > 0 ? bytes / series->time.median : NAN;
}

double series_peak(const struct app_series *series)
{
	return series_rate(series, series_busiest(series)) / series->bare;
}

void series_close(struct app_series *series)
{
	for (int k = 0; k < series->steps; k++)
		run_close(&series->step[k].run);
	free(series->links.link);
	free(series->launch);
}
