/* Computes the figures and the steps of an application's results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include "tool/applications/app_figures.h"

/* ---- Figures of a way ---- */

static double repetitions(const struct app_series *series)
{
	return (double)series->time.samples;
}

static double launches(const struct app_series *series)
{
	return series->launches ? series->launches : NAN;
}

double busiest_rate(const struct app_series *series)
{
	return series_rate(series, series_busiest(series));
}

static double peak_percent(const struct app_series *series)
{
	return 100 * series->bare;
}

static double mean_rate(const struct app_series *series)
{
	return series_rate(series, series_mean(series));
}

double delivered_rate(const struct app_series *series)
{
	return series_rate(series, series_delivered(series));
}

static const struct app_figure figures[] = {
	{ "launches", NULL, FIGURE_COUNT, launches },
	{ "repetitions", NULL, FIGURE_COUNT, repetitions },
	{ NULL, "busiest_link_bytes", FIGURE_COUNT, series_busiest },
	{ "busiest link", "link_Bps", FIGURE_RATE, busiest_rate },
	{ "bare copies", "peak_Bps", FIGURE_RATE, series_peak },
	{ "share of these", "peak_percent", FIGURE_PERCENT, peak_percent },
	{ "mean link", "mean_link_Bps", FIGURE_RATE, mean_rate },
	{ "delivered", "delivered_Bps", FIGURE_RATE, delivered_rate },
	{ "predicted", "predicted_s", FIGURE_TIME, series_predicted },
};

const struct app_figure *figure_at(int i)
{
	return i < (int)(sizeof figures / sizeof figures[0]) ? &figures[i] : NULL;
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
