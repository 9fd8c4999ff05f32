/* Measures an application in several launches, each a process of its own, and joins their times.
 *
 * This process is the first launch. Each launch measures every way of forwarding before the next
 * launch begins, so a slow change of the machine meets all ways alike. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "perf/launch_process.h"
#include "perf/timing/session.h"
#include "tool/applications/app_launches.h"
#include "tool/files/need.h"
#include "tool/output/interruption.h"

/* Hands the series of all ways over, and ends this process. */
static _Noreturn void hand_over(const struct app_results *results)
{
	for (int w = 0; w < results->ways; w++)
		need_done(launch_give(&results->series[w], sizeof results->series[w]));
	exit(0);
}

/* The series of launches that came so far, whose pointers mean nothing in this process. */
struct series_taker {
	struct app_series *series, last;
	int count, most;
};

static int take(void *context)
{
	struct series_taker *taker = context;

	if (taker->count < taker->most)
		taker->series[taker->count++] = taker->last;
	return 0;
}

/* ---- Joining ---- */

/* Joins a series with the same series of the other launches. */
static void join(struct app_series *series, const struct app_series *other, int runs, int ways)
{
	struct stats of_step[STATS_LAUNCHES];
	double bare[STATS_LAUNCHES];

	series->launch = need_memory((size_t)runs, sizeof *series->launch);
	series->launches = runs;
	for (int i = 0; i < runs; i++) {
		const struct app_series *own = i ? &other[(i - 1) * ways] : series;

		series->launch[i] = own->time;
		bare[i] = own->bare;
		series->flags |= own->flags;
	}
	for (int k = 0; k < series->steps; k++) {
		for (int i = 0; i < runs; i++)
			of_step[i] = (i ? &other[(i - 1) * ways] : series)->step[k].time;
		series->step[k].time = stats_of_launches(of_step, (size_t)runs, 0);
	}
	series->time = stats_of_launches(series->launch, (size_t)runs, 0);
	series->bare = share_of_bare(stats_median(bare, (size_t)runs), 1);
	series->flags &= ~(FLAG_FEW_SAMPLES | FLAG_NOISY);
	series->flags |= time_flags(&series->time);
}

void launches_take(struct app_results *results, const struct options *options)
{
	int runs = results->session->runs, ways = results->ways;
	struct series_taker taker = { .most = (runs - 1) * ways };
	const struct launch launch = { options->command->name, options->arguments,
		options->argument, &taker.last, sizeof taker.last, take, &taker, interrupted };

	if (launch_descriptor() >= 0)
		hand_over(results);
	if (runs < 2)
		return;
	taker.series = need_memory((size_t)taker.most, sizeof *taker.series);
	for (int i = 1; i < runs; i++) {
		need_done(launch_run(&launch));
		if (taker.count != ways * i)
			end_command(STATUS_FAILED,
				"--runs: a launch ended before its times were known");
	}
	for (int w = 0; w < ways; w++)
		join(&results->series[w], &taker.series[w], runs, ways);
	free(taker.series);
}
