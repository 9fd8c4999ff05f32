/* Measures the links of a series one by one, and sums up their bytes.
 *
 * Operations with watched links take turns with bare copies. The median of each link's times
 * counts, less the time of the clock's readings; a link's time that is not several times as long is
 * not known. Bare copies by both ends of a link count only where they save time on the whole: else
 * the threads have links enough, and a second thread at one link is missing at another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "tool/files/need.h"
#include "perf/timing/clock.h"
#include "tool/applications/app_series.h"

enum {
	REPETITIONS = 15,
	COSTS = 5 /* a time is known that is that many readings of the clock long */
};
static const double SAVES = 0.75; /* of the time by one end */

/* The times of all links in all repetitions: column i has the samples of link i. */
struct link_samples {
	double *busy, *bare; /* [links * REPETITIONS]; bare: in the fastest way */
	double *seconds;     /* [links], of a single repetition */
	size_t *pieces;	     /* [links], of bare copies, in all repetitions */
	size_t links;
	int count;
};

static void samples_open(struct link_samples *samples, size_t links)
{
	size_t all = need_product(links, REPETITIONS);

	*samples = (struct link_samples){ .links = links };
	samples->busy = need_memory(all, sizeof *samples->busy);
	samples->bare = need_memory(all, sizeof *samples->bare);
	samples->seconds = need_memory(links, sizeof *samples->seconds);
	samples->pieces = need_memory(links, sizeof *samples->pieces);
	memset(samples->pieces, 0, links * sizeof *samples->pieces);
}

static void samples_close(struct link_samples *samples)
{
	free(samples->busy);
	free(samples->bare);
	free(samples->seconds);
	free(samples->pieces);
}

/* Keeps the seconds of this repetition, or those kept before if these are less. */
static void keep(const struct link_samples *samples, double *column, bool first)
{
	for (size_t i = 0; i < samples->links; i++) {
		double *kept = &column[i * REPETITIONS + (size_t)samples->count];

		*kept = first ? samples->seconds[i] : fmin(*kept, samples->seconds[i]);
	}
}

/* Runs all steps once, and finds the seconds of each link. Returns those of the collectives. */
static double repeat(struct app_series *series, struct app_session *s,
	const struct link_samples *samples, int way)
{
	const struct link_sums sums = { samples->seconds, samples->pieces };
	double of_step[STEPS_MAX], seconds;

	memset(samples->seconds, 0, samples->links * sizeof *samples->seconds);
	seconds = series_once(series, s, way, of_step, &sums);
	for (int k = 0; k < series->steps && way == WATCHED; k++)
		for (size_t i = 0; i < series->step[k].run.links; i++)
			samples->seconds[i] += series->step[k].run.uses[i].busy;
	return seconds;
}

static void take_turns(
	struct app_series *series, struct app_session *s, struct link_samples *samples)
{
	double by_one = INFINITY;

	for (int way = 0; way < BARE_WAYS; way++) {
		double seconds = repeat(series, s, samples, way);

		if (!copies_by_both(way))
			by_one = seconds;
		if (!copies_by_both(way) || seconds < SAVES * by_one)
			keep(samples, samples->bare, way == 0);
	}
	repeat(series, s, samples, WATCHED);
	keep(samples, samples->busy, true);
	samples->count++;
}

/* ---- The table ---- */

/* Adds up the bytes and packets of all collectives, link by link. */
static void add_uses(struct link_table *table, const struct app_series *series)
{
	for (int k = 0; k < series->steps; k++)
		for (size_t i = 0; i < series->step[k].run.links; i++) {
			const struct grove_link_use *use = &series->step[k].run.uses[i];
			struct app_link *link = &table->link[i];

			link->from = use->from;
			link->to = use->to;
			link->bytes += use->bytes;
			link->packets += use->packets;
		}
}

static double median_of(double *column, size_t link, int count)
{
	return stats_of(column + link * REPETITIONS, (size_t)count).median;
}

/* Returns the seconds without the readings of the clock, or NAN. */
static double without(double seconds, double readings)
{
	return seconds > 0 && seconds >= COSTS * readings ? seconds - readings : NAN;
}

static void add_times(struct link_table *table, const struct link_samples *samples)
{
	double cost = clock_cost();
	int count = samples->count;

	for (size_t i = 0; i < table->count; i++) {
		struct app_link *link = &table->link[i];
		double pieces = (double)samples->pieces[i] / (BARE_WAYS * count);

		link->busy =
			without(median_of(samples->busy, i, count), cost * (double)link->packets);
		link->bare = without(median_of(samples->bare, i, count), cost * pieces);
	}
}

size_t series_links(const struct app_series *series)
{
	size_t links = 0;

	for (int k = 0; k < series->steps; k++)
		if (!series->step[k].body)
			links = series->step[k].run.links;
	return links;
}

void series_watch(struct app_series *series, struct app_session *s)
{
	struct link_table *table = &series->links;
	struct link_samples samples;
	double begin = monotonic_seconds();

	if (!series_by_copy(series) || !series_links(series))
		return;
	table->count = series_links(series);
	table->link = need_memory(table->count, sizeof *table->link);
	memset(table->link, 0, table->count * sizeof *table->link);
	add_uses(table, series);
	samples_open(&samples, table->count);
	do
		take_turns(series, s, &samples);
	while (samples.count < REPETITIONS && monotonic_seconds() - begin < s->budget);
	add_times(table, &samples);
	samples_close(&samples);
}
