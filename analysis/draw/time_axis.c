/* Places the packets of a drawn schedule along its steps, or along the time of a simulation. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "analysis/draw/legend.h"
#include "analysis/draw/time_axis.h"
#include "analysis/draw/svg.h"

enum {
	BROADEST = 1100 /* the whole time */
};

static const struct pen grid = { "#e3e6e9", "", 1 }, limit = { "#222", "5 3", 1.2 };

int axis_steps(struct axis *axis, const struct chart *chart)
{
	*axis = (struct axis){ .chart = chart, .width = chart->column * chart->columns };
	return 0;
}

int axis_times(
	struct axis *axis, const struct chart *chart, const struct machine *machine, double bound)
{
	size_t packets = chart->schedule->packets;
	int error;

	*axis = (struct axis){
		.chart = chart, .width = BROADEST, .beta = machine->beta, .bound = bound
	};
	axis->start = malloc((packets + 1) * 2 * sizeof *axis->start);
	if (!axis->start)
		return why(ENOMEM, "no memory to draw %zu packets", packets);
	axis->end = axis->start + packets;
	error = schedule_clock(chart->schedule, machine, axis->start, axis->end);
	for (size_t k = 0; k < packets && !error; k++)
		axis->total = fmax(axis->total, axis->end[k]);
	if (!(axis->total > 0))
		axis->total = 1; /* nothing takes any time */
	return error;
}

void axis_free(struct axis *axis)
{
	free(axis->start);
}

static double x_of(const struct axis *axis, double seconds)
{
	return axis->chart->left + seconds / axis->total * axis->width;
}

/* Finds the column of a step by bisection: the columns are sorted by step. */
static int column_of(const struct chart *chart, int step)
{
	int low = 0, high = chart->columns - 1;

	while (low < high) {
		int middle = (low + high) / 2;

		if (chart->step[middle] < step)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

struct bar axis_bar(const struct axis *axis, size_t k)
{
	const struct chart *chart = axis->chart;
	const struct packet *packet = &chart->schedule->packet[k];
	double share = (double)packet->bytes / (double)(chart->largest + !chart->largest);
	struct bar bar = { .width = (chart->column - 2) * share };

	if (!axis->start) {
		bar.left = chart->left + column_of(chart, packet->step) * chart->column + 1;
		return bar;
	}
	bar.start_up = x_of(axis, fmin(axis->start[k] + axis->beta, axis->end[k])) -
		       x_of(axis, axis->start[k]);
	bar.left = x_of(axis, axis->start[k]) + bar.start_up;
	bar.width = x_of(axis, axis->end[k]) - bar.left;
	return bar;
}

/* ---- The grid ---- */

/* Returns the distance between numbered columns: 1, 2, 5, 10, ..., as the width allows. */
static int numbers_apart(double column)
{
	static const int steps[] = { 1, 2, 5, 10, 20, 50, 100 };
	int i = 0;

	while (i < 6 && column * steps[i] < 26)
		i++;
	return steps[i];
}

static void draw_line(const struct axis *axis, double x, const struct pen *pen, FILE *file)
{
	svg_line(file, (struct point){ x, CHART_HEAD - 4 },
		(struct point){ x, axis->chart->height }, pen);
}

static void draw_number(double x, const char *number, FILE *file)
{
	svg_text(file, (struct point){ x, CHART_HEAD - 9 }, 10.5, "middle", number);
}

static void draw_steps(const struct axis *axis, FILE *file)
{
	const struct chart *chart = axis->chart;
	int apart = numbers_apart(chart->column);
	char number[16];

	for (int i = 0; i <= chart->columns; i++) {
		double x = chart->left + i * chart->column;

		draw_line(axis, x, &grid, file);
		if (i == chart->columns || i % apart)
			continue;
		snprintf(number, sizeof number, "%d", chart->step[i]);
		draw_number(x + chart->column / 2, number, file);
	}
}

/* Returns a unit in which the whole time is a number from 1 to 1000. */
static const char *unit_of(double seconds, double *unit)
{
	static const char *const names[] = { "s", "ms", "us", "ns" };
	int i = 0;

	for (*unit = 1; i < 3 && seconds < *unit; i++)
		*unit *= 1e-3;
	return names[i];
}

/* Returns the distance between ticks: 1, 2 or 5 times a power of ten, so that there are 5 to 12
 * ticks. */
static double ticks_apart(double total)
{
	double power = pow(10, floor(log10(total / 5)));

	return total / (5 * power) >= 5 ? 5 * power : total / (5 * power) >= 2 ? 2 * power : power;
}

/* Says below the chart what the dashed line is. */
static void explain_bound(const struct axis *axis, FILE *file)
{
	struct legend legend = legend_below(axis->chart->left, axis->chart->height + 14, BROADEST);
	double unit;
	const char *name = unit_of(axis->bound, &unit);
	char text[64];

	legend.file = file;
	snprintf(text, sizeof text, "no schedule ends before %.3g %s", axis->bound / unit, name);
	legend_line(&legend, &limit, text);
}

static void draw_times(const struct axis *axis, FILE *file)
{
	double unit, apart = ticks_apart(axis->total);
	const char *name = unit_of(axis->total, &unit);
	char number[32];

	for (int i = 0; i * apart <= axis->total * (1 + 1e-9); i++) {
		draw_line(axis, x_of(axis, i * apart), &grid, file);
		snprintf(number, sizeof number, "%g%s%s", i * apart / unit, i ? "" : " ",
			i ? "" : name);
		draw_number(x_of(axis, i * apart), number, file);
	}
	if (axis->bound > 0 && axis->bound <= axis->total * (1 + 1e-9)) {
		draw_line(axis, x_of(axis, axis->bound), &limit, file);
		explain_bound(axis, file);
	}
}

void axis_draw(const struct axis *axis, FILE *file)
{
	svg_text(file, (struct point){ axis->chart->left - 16, CHART_HEAD - 9 }, 10.5, "end",
		axis->start ? "time" : "step");
	(axis->start ? draw_times : draw_steps)(axis, file);
}
