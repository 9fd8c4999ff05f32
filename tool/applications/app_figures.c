/* Computes the figures and the steps of an application's results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tool/applications/app_figures.h"

/* ---- Figures of a way ---- */

const struct app_figure app_figures[FIGURES] = {
	[LAUNCHES] = { "launches", NULL, FIGURE_COUNT },
	[REPETITIONS] = { "repetitions", NULL, FIGURE_COUNT },
	[BUSIEST] = { NULL, "busiest_link_bytes", FIGURE_COUNT },
	[BUSIEST_RATE] = { "busiest link", "link_Bps", FIGURE_RATE },
	[BARE_RATE] = { "bare copies", "peak_Bps", FIGURE_RATE },
	[BARE_SHARE] = { "share of these", "peak_percent", FIGURE_PERCENT },
	[MEAN_RATE] = { "mean link", "mean_link_Bps", FIGURE_RATE },
	[DELIVERED_RATE] = { "delivered", "delivered_Bps", FIGURE_RATE },
	[PREDICTED] = { "predicted", "predicted_s", FIGURE_TIME },
};

/* Returns the bytes of link i over all collectives. */
static double bytes_of(const struct app_series *series, size_t i)
{
	double bytes = 0;

	for (int k = 0; k < series->steps; k++)
		if (i < series->step[k].run.links)
			bytes += (double)series->step[k].run.uses[i].bytes;
	return bytes;
}

/* Finds the bytes over the busiest link and, in the mean, over a link that is used. */
static void find_bytes(double *busiest, double *mean, const struct app_series *series)
{
	double all = 0, used = 0;

	*busiest = 0;
	for (size_t i = 0; i < series_links(series); i++) {
		double bytes = bytes_of(series, i);

		*busiest = fmax(*busiest, bytes);
		all += bytes;
		used += bytes > 0;
	}
	*mean = all / used;
}

static double rate_of(double bytes, const struct app_series *series)
{
	return bytes > 0 ? bytes / series->time.median : NAN;
}

void figures_find(double figure[FIGURES], const struct app_series *series)
{
	double delivered = 0, mean;

	figure[LAUNCHES] = series->launches ? series->launches : NAN;
	figure[REPETITIONS] = (double)series->time.samples;
	find_bytes(&figure[BUSIEST], &mean, series);
	if (!series_by_copy(series) || !(mean > 0))
		figure[BUSIEST] = mean = NAN;
	figure[BUSIEST_RATE] = rate_of(figure[BUSIEST], series);
	figure[BARE_RATE] = figure[BUSIEST_RATE] / series->bare;
	figure[BARE_SHARE] = 100 * series->bare;
	figure[MEAN_RATE] = rate_of(mean, series);
	figure[PREDICTED] = 0;
	for (int k = 0; k < series->steps; k++)
		if (!series->step[k].body) {
			delivered += series->step[k].run.delivered;
			figure[PREDICTED] += series->step[k].run.predicted;
		}
	figure[DELIVERED_RATE] = rate_of(delivered, series);
}

/* ---- Steps of a way ---- */

static struct stats once(double seconds)
{
	return stats_of(&seconds, 1);
}

int steps_list(struct step_time row[ROWS_MAX], double *whole, const struct app_results *r, int way)
{
	const struct app_series *series = &r->series[way];
	int rows = 0;

	row[rows++] = (struct step_time){ "read", once(r->session->read) };
	for (int k = 0; k < series->steps; k++)
		if (series->step[k].name)
			row[rows++] =
				(struct step_time){ series->step[k].name, series->step[k].time };
	if (isfinite(r->session->write))
		row[rows++] = (struct step_time){ "write", once(r->session->write) };
	*whole = 0;
	for (int i = 0; i < rows; i++)
		*whole += row[i].time.median;
	return rows;
}
