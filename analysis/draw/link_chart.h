/* Declares the chart of a schedule: its links and steps with packets, placed on a sheet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LINK_CHART_H
#define ANALYSIS_DRAW_LINK_CHART_H

#include <stdio.h>
#include "plan/schedule.h"

/* All numbers are pixels. */
enum {
	CHART_MARGIN = 26,
	CHART_HEAD = 74, /* above the first row */
	CHART_ROW = 15,
	CHART_LEGEND = 66 /* below the last row */
};

struct chart {
	const struct schedule *schedule;
	const struct packet **row; /* a packet of each link, by node and port */
	size_t rows, links; /* the rows are the links, unless a drawing folds the rows */
	double *y; /* of each row */
	int *step; /* the number of each column */
	int columns;
	double left, column, height; /* left of all columns, width of one, down to the legend */
	size_t largest;		     /* bytes of the largest packet */
};

/* Returns 0, -ENOMEM, or -EINVAL with why when the chart is too large to be seen. chart_free
 * accepts a struct of zeros. */
int chart_open(struct chart *chart, const struct schedule *schedule);
void chart_free(struct chart *chart);

/* Begins a picture with the title of the chart, of columns with that width. */
void chart_draw_title(const struct chart *chart, double width, FILE *file);

/* Returns the row of a packet. */
size_t chart_row(const struct chart *chart, const struct packet *packet);

#endif
