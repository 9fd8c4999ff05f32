/* Repeats the steps of an application until their times are known well enough. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/monotonic.h"
#include "perf/timing/session.h"
#include "library/handles.h"
#include "tool/files/need.h"
#include "tool/applications/app_series.h"

enum {
	SAMPLES_MOST = 4096, /* of each step */
	PATIENCE = 4	     /* budgets, for the fewest samples of an interval */
};
static const double close_enough = 0.05; /* half of the interval, as a share of the median */

/* The times of all repetitions: of each step, of the collectives together, and of bare copies as a
 * share of these. */
struct step_samples {
	double of_step[STEPS_MAX][SAMPLES_MOST], together[SAMPLES_MOST], share[SAMPLES_MOST];
	double sorted[SAMPLES_MOST];
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

static double collective_once(
	struct app_run *run, struct app_session *s, int way, const struct link_sums *sums)
{
	double seconds;

	if (way == COLLECTIVE)
		return run_once(run, s);
	if (way == WATCHED)
		return run_watched(run, s);
	seconds = link_copies_once(&run->bare[way], s->team, sums);
	if (sums)
		link_copies_add(
			&run->bare[way], run->uses, run->links, sums->seconds, sums->pieces);
	return seconds;
}

double series_once(struct app_series *series, struct app_session *s, int way,
	double of_step[STEPS_MAX], const struct link_sums *sums)
{
	double together = 0;

	for (int k = 0; k < series->steps; k++) {
		struct app_step *step = &series->step[k];
		double begin = monotonic_seconds();

		if (step->body) {
			session_each(s, step->body, series->argument);
			of_step[k] = monotonic_seconds() - begin;
		} else {
			of_step[k] = collective_once(&step->run, s, way, sums);
			together += of_step[k];
		}
	}
	return together;
}

/* Bare copies and collectives take turns, so that all meet the same state of the machine. The
 * collectives come last, so their results stay. */
static void take_turns(
	struct app_series *series, struct app_session *s, struct step_samples *samples)
{
	double bare = INFINITY, of_step[STEPS_MAX];
	size_t now = samples->count++;

	for (int way = 0; way < BARE_WAYS && series_by_copy(series); way++)
		bare = fmin(bare, series_once(series, s, way, of_step, NULL));
	samples->together[now] = series_once(series, s, COLLECTIVE, of_step, NULL);
	samples->share[now] = bare / samples->together[now];
	for (int k = 0; k < series->steps; k++)
		samples->of_step[k][now] = of_step[k];
}

/* Finds out how many bytes cross each link, once. */
static void count_bytes(struct app_series *series, struct app_session *s)
{
	double of_step[STEPS_MAX];

	series_once(series, s, WATCHED, of_step, NULL);
	for (int k = 0; k < series->steps; k++)
		if (!series->step[k].body && series_by_copy(series))
			run_bare(&series->step[k].run);
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
	memcpy(samples->sorted, samples->together, n * sizeof *samples->sorted);
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
	for (int k = 0; k < series->steps; k++)
		series->step[k].time = stats_of(samples->of_step[k], samples->count);
	series->time = stats_of(samples->together, samples->count);
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
static void check_result(struct app_series *series, struct app_session *s)
{
	double of_step[STEPS_MAX];

	series->need_right(series->argument);
	series->spoil(series->argument);
	series_once(series, s, COLLECTIVE, of_step, NULL);
	series->need_right(series->argument);
}

void series_measure(struct app_series *series, struct app_session *s)
{
	struct step_samples *samples = need_memory(1, sizeof *samples);
	double begin = monotonic_seconds();

	count_bytes(series, s);
	do {
		samples->count = 0;
		take_turns(series, s, samples);
	} while (monotonic_seconds() - begin < s->budget / 5);
	samples->count = 0;
	need_done(watch_begin(s->watch));
	begin = monotonic_seconds();
	do
		take_turns(series, s, samples);
	while (!enough(samples, s->budget, monotonic_seconds() - begin));
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

void series_close(struct app_series *series)
{
	for (int k = 0; k < series->steps; k++)
		run_close(&series->step[k].run);
	free(series->links.link);
	free(series->launch);
}
