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

/* What a launch measured in a way of forwarding. */
struct way_times {
	struct stats time, step[STEPS_MAX];
	double bare;
	int flags;
};

static struct way_times times_of(const struct app_series *series)
{
	struct way_times times = {
		.time = series->time, .bare = series->bare, .flags = series->flags
	};

	for (int k = 0; k < series->steps; k++)
		times.step[k] = series->step[k].time;
	return times;
}

/* Hands the times of all ways over, and ends this process. */
static _Noreturn void hand_over(const struct app_results *results)
{
	for (int w = 0; w < results->ways; w++) {
		struct way_times times = times_of(&results->series[w]);

		need_done(launch_give(&times, sizeof times));
	}
	exit(0);
}

/* The times of launches that came so far. */
struct times_taker {
	struct way_times *times, time;
	int count, most;
};

static int take(void *context)
{
	struct times_taker *taker = context;

	if (taker->count < taker->most)
		taker->times[taker->count++] = taker->time;
	return 0;
}

/* ---- Joining ---- */

static void join(struct app_series *series, const struct way_times *times, int runs, int ways)
{
	struct stats of_step[STATS_LAUNCHES];
	double bare[STATS_LAUNCHES];

	series->launch = need_memory((size_t)runs, sizeof *series->launch);
	series->launches = runs;
	for (int i = 0; i < runs; i++) {
		series->launch[i] = times[i * ways].time;
		bare[i] = times[i * ways].bare;
		series->flags |= times[i * ways].flags;
	}
	for (int k = 0; k < series->steps; k++) {
		for (int i = 0; i < runs; i++)
			of_step[i] = times[i * ways].step[k];
		series->step[k].time = series->step[k].run.time =
			stats_of_launches(of_step, (size_t)runs, 0);
	}
	series->time = stats_of_launches(series->launch, (size_t)runs, 0);
	series->bare = share_of_bare(stats_median(bare, (size_t)runs), 1);
	series->flags &= ~(FLAG_FEW_SAMPLES | FLAG_NOISY);
	series->flags |= time_flags(&series->time);
}

void launches_take(struct app_results *results, const struct options *options)
{
	int runs = results->session->runs, ways = results->ways;
	struct times_taker taker = { .most = (runs - 1) * ways };
	const struct launch launch = { options->command->name, options->arguments,
		options->argument, &taker.time, sizeof taker.time, take, &taker, interrupted };
	struct way_times *times;

	if (launch_descriptor() >= 0)
		hand_over(results);
	if (runs < 2)
		return;
	times = need_memory((size_t)(runs * ways), sizeof *times);
	taker.times = times + ways;
	for (int w = 0; w < ways; w++)
		times[w] = times_of(&results->series[w]);
	for (int i = 1; i < runs; i++) {
		need_done(launch_run(&launch));
		if (taker.count != ways * i)
			end_command(STATUS_FAILED,
				"--runs: a launch ended before its times were known");
	}
	for (int w = 0; w < ways; w++)
		join(&results->series[w], &times[w], runs, ways);
	free(times);
}
