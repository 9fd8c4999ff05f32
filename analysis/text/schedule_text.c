/* Draws small schedules for a terminal: links over steps, a character for each packet. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "analysis/draw/link_chart.h"
#include "analysis/text/schedule_text.h"
#include "analysis/draw/colours.h"
#include "analysis/draw/tree_drawing.h"

/*	            0    5             the steps that have packets
 *	000 → 001  000...
 *	    → 010  111...              the digit is the way's; '*' several; '+' no bytes
 *	001 → 011  .000..                                                                */

enum {
	COLUMNS = 100, /* of a terminal */
	ROWS = 200
};

static const char digits[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

static char mark_of(const struct colours *hues, const struct packet *packet)
{
	int hue = colour_of_packet(hues, packet);

	if (hue == COLOUR_SEVERAL)
		return '*';
	return hue < 0 ? '+' : hue < (int)sizeof digits - 1 ? digits[hue] : '#';
}

/* Prints "000 → 001". The sender is left out when the row above has the same sender. */
static void write_label(const struct chart *chart, size_t row, int width, FILE *file)
{
	const struct network *net = &chart->schedule->problem.net;
	const struct packet *packet = chart->row[row];
	char label[NETWORK_LABEL] = "";

	if (!row || chart->row[row - 1]->from != packet->from)
		network_label(net, packet->from, label);
	fprintf(file, "  %*s → ", width, label);
	network_label(net, packet->to, label);
	fprintf(file, "%-*s  ", width, label);
}

/* Prints the number of every fifth step above the step's column. */
static void write_steps(const struct chart *chart, int width, FILE *file)
{
	fprintf(file, "  %*s", 2 * width + 5, "step  ");
	for (int i = 0; i < chart->columns; i += 5)
		fprintf(file, "%-5d", chart->step[i]);
	putc('\n', file);
}

static void write_rows(const struct chart *chart, const char *mark, int width, FILE *file)
{
	write_steps(chart, width, file);
	for (size_t i = 0; i < chart->rows; i++) {
		write_label(chart, i, width, file);
		fprintf(file, "%.*s\n", chart->columns, mark + i * (size_t)chart->columns);
	}
}

static void mark_packets(const struct chart *chart, const struct colours *hues, char *mark)
{
	const struct schedule *schedule = chart->schedule;
	int column = 0;

	memset(mark, '.', chart->rows * (size_t)chart->columns);
	for (size_t k = 0; k < schedule->packets; k++) {
		const struct packet *packet = &schedule->packet[k];

		while (chart->step[column] != packet->step)
			column++;
		mark[chart_row(chart, packet) * (size_t)chart->columns + (size_t)column] =
			mark_of(hues, packet);
	}
}

static int draw(const struct chart *chart, enum colour_by by, FILE *file)
{
	int width = network_label_width(&chart->schedule->problem.net), error;
	struct colours hues;
	char *mark;

	if (chart->rows > ROWS || 2 * width + 7 + chart->columns > COLUMNS)
		return why(EINVAL,
			"%zu links over %d steps do not fit a terminal; "
			"a picture (--svg) shows more",
			chart->rows, chart->columns);
	mark = malloc(chart->rows * (size_t)chart->columns + 1);
	error = colours_open(&hues, chart->schedule, by);
	if (!mark)
		error = why(ENOMEM, "no memory to draw a schedule");
	if (!error) {
		mark_packets(chart, &hues, mark);
		write_rows(chart, mark, width, file);
		fprintf(file, "  %s its number stands where it crosses; * several\n",
			colours_text(&hues));
	}
	colours_free(&hues);
	free(mark);
	return error ? error : draw_end(file);
}

int schedule_draw_text(const struct schedule *schedule, enum colour_by by, FILE *file)
{
	struct chart chart;
	int error = chart_open(&chart, schedule);

	if (!error)
		error = draw(&chart, by, file);
	chart_free(&chart);
	return error;
}
