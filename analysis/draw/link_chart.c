/* Finds the links and steps of a schedule that have packets, and places both on a sheet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/draw/link_chart.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/draw/svg.h"

enum {
	GAP = 7, /* between the rows of two nodes */
	CHARACTER = 8,
	LETTER = 9,	 /* of the title */
	BROADEST = 1100, /* all columns, unless a column has its least width */
	LEAST_COLUMN = 7,
	MOST_COLUMN = 64
};

static int compare_links(const void *a, const void *b)
{
	const struct packet *x = *(const struct packet *const *)a;
	const struct packet *y = *(const struct packet *const *)b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->port != y->port)
		return x->port < y->port ? -1 : 1;
	return (x->to > y->to) - (x->to < y->to);
}

static void find_rows(struct chart *chart)
{
	const struct schedule *schedule = chart->schedule;

	for (size_t k = 0; k < schedule->packets; k++)
		chart->row[k] = &schedule->packet[k];
	if (schedule->packets)
		qsort(chart->row, schedule->packets, sizeof *chart->row, compare_links);
	for (size_t k = 0; k < schedule->packets; k++)
		if (!k || compare_links(&chart->row[chart->rows - 1], &chart->row[k]))
			chart->row[chart->rows++] = chart->row[k];
	chart->links = chart->rows;
}

static int find_columns(struct chart *chart)
{
	const struct schedule *schedule = chart->schedule;

	chart->largest = schedule_largest_packet(schedule);
	for (size_t k = 0; k < schedule->packets; k++) {
		int step = schedule->packet[k].step;

		if (chart->columns && chart->step[chart->columns - 1] == step)
			continue;
		if (chart->columns == DRAW_STEPS)
			return why(EINVAL, "more than %d steps cannot be seen", DRAW_STEPS);
		chart->step[chart->columns++] = step;
	}
	return 0;
}

static void place(struct chart *chart)
{
	int width = network_label_width(&chart->schedule->problem.net);

	chart->left = CHART_MARGIN + CHARACTER * (2.0 * width + 4);
	chart->column = chart->columns ? (double)BROADEST / chart->columns : MOST_COLUMN;
	if (chart->column > MOST_COLUMN)
		chart->column = MOST_COLUMN;
	if (chart->column < LEAST_COLUMN)
		chart->column = LEAST_COLUMN;
	chart->height = CHART_HEAD;
	for (size_t i = 0; i < chart->rows; i++) {
		if (i && chart->row[i - 1]->from != chart->row[i]->from)
			chart->height += GAP;
		chart->y[i] = chart->height;
		chart->height += CHART_ROW;
	}
}

int chart_open(struct chart *chart, const struct schedule *schedule)
{
	size_t room = schedule->packets + 1;
	int error;

	*chart = (struct chart){ .schedule = schedule };
	chart->row = malloc(room * sizeof *chart->row);
	chart->y = malloc(room * sizeof *chart->y);
	chart->step = malloc(DRAW_STEPS * sizeof *chart->step);
	if (!chart->row || !chart->y || !chart->step) {
		error = why(ENOMEM, "no memory to draw %zu packets", schedule->packets);
		goto fail;
	}
	find_rows(chart);
	error = find_columns(chart);
	if (error)
		goto fail;
	place(chart);
	return 0;
fail:
	chart_free(chart);
	return error;
}

void chart_free(struct chart *chart)
{
	free(chart->row);
	free(chart->y);
	free(chart->step);
	*chart = (struct chart){ 0 };
}

size_t chart_row(const struct chart *chart, const struct packet *packet)
{
	const struct packet **row =
		bsearch(&packet, chart->row, chart->rows, sizeof packet, compare_links);

	return (size_t)(row - chart->row);
}

void chart_draw_title(const struct chart *chart, double width, FILE *file)
{
	const struct schedule *schedule = chart->schedule;
	double least;
	char title[512];

	snprintf(title, sizeof title, "%s %s%s%s: %zu bytes, %d steps, %zu packets on %zu links%s",
		collective_name(schedule->problem.collective), schedule->problem.algorithm,
		name_gap(&schedule->problem), schedule->problem.net.name, schedule->bytes,
		chart->columns, schedule->packets, chart->links,
		schedule->view ? " of node 0, as of every node" : "");
	width += chart->left + CHART_MARGIN;
	least = 2 * CHART_MARGIN + LETTER * (double)strlen(title);
	svg_begin(file, width > least ? width : least, chart->height + CHART_LEGEND, title);
	svg_text(file, (struct point){ CHART_MARGIN, 32 }, 15, "start", title);
}
