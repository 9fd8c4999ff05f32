/* Collects measured rows into the series of a plot. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "analysis/draw/sweep_plot.h"

static void copy_name(char to[SWEEP_NAME], const char *from)
{
	snprintf(to, SWEEP_NAME, "%s", from);
}

static bool continues(const struct sweep_series *series, const struct sweep_row *row)
{
	return series->points && !strcmp(series->run, row->run) &&
	       !strcmp(series->collective, row->collective) &&
	       !strcmp(series->network, row->network) && !strcmp(series->data, row->data) &&
	       series->point[series->points - 1].bytes < row->point.bytes;
}

/* Returns the series of the row, which may be a new one; NULL without memory. */
static struct sweep_series *series_of(struct sweep_plot *plot, const struct sweep_row *row)
{
	struct sweep_series *series = plot->count ? &plot->series[plot->count - 1] : NULL;

	if (series && continues(series, row)) {
		if (strcmp(series->algorithm, row->algorithm) != 0)
			copy_name(series->algorithm, "auto");
		return series;
	}
	if (array_reserve(&plot->series, &plot->room, plot->count + 1, sizeof *series))
		return NULL;
	series = &plot->series[plot->count++];
	*series = (struct sweep_series){ .points = 0 };
	copy_name(series->run, row->run);
	copy_name(series->collective, row->collective);
	copy_name(series->algorithm, row->algorithm);
	copy_name(series->network, row->network);
	copy_name(series->data, row->data);
	return series;
}

int sweep_plot_add(struct sweep_plot *plot, const struct sweep_row *row)
{
	struct sweep_series *series;
	int error;

	if (!(row->point.bytes > 0))
		return 0;
	series = series_of(plot, row);
	error = series ? array_reserve(&series->point, &series->room, series->points + 1,
				 sizeof *series->point)
		       : -ENOMEM;

	if (!error)
		series->point[series->points++] = row->point;
	return error;
}

void sweep_plot_free(struct sweep_plot *plot)
{
	for (size_t i = 0; i < plot->count; i++)
		free(plot->series[i].point);
	free(plot->series);
	plot->series = NULL;
	plot->count = plot->room = 0;
}
