/* Draws schedules as SVG: links over steps, bars as long as the packets, coloured by tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>
#include "analysis/draw/time_axis.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/draw/colours.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/draw/svg.h"

/*	           0      1      2          columns: the steps that have packets
 *	000 -> 001 |===|  |===|             rows: the links that are used, by node and port
 *	    -> 010        |===|  |=|        a full bar is the largest packet of the schedule
 *	001 -> 011        |===|
 *
 * Along time, a bar is as long as the packet takes, and begins with the start-up, in grey. Bars of
 * bytes to be folded have an outline. */

enum {
	HUES = 32, /* colours that a legend explains */
	LETTER = 9,
	BAR = CHART_ROW - 4
};

struct drawing {
	const struct schedule *schedule;
	struct chart chart;
	struct axis axis;
	struct colours hues;
	bool used[HUES], many; /* colours in use; more colours than a legend explains */
	FILE *file;
};

/* ---- The frame ---- */

static void draw_title(const struct drawing *d)
{
	const struct schedule *schedule = d->schedule;
	const struct chart *chart = &d->chart;
	double width = chart->left + d->axis.width + CHART_MARGIN, least;
	char title[512];

	snprintf(title, sizeof title, "%s %s%s%s: %zu bytes, %d steps, %zu packets on %zu links%s",
		collective_name(schedule->problem.collective), schedule->problem.algorithm,
		name_gap(&schedule->problem), schedule->problem.net.name, schedule->bytes,
		chart->columns, schedule->packets, chart->rows,
		schedule->view ? " of node 0, as of every node" : "");
	least = 2 * CHART_MARGIN + LETTER * (double)strlen(title);
	svg_begin(d->file, width > least ? width : least, chart->height + CHART_LEGEND, title);
	svg_text(d->file, (struct point){ CHART_MARGIN, 32 }, 15, "start", title);
}

static void draw_labels(const struct drawing *d)
{
	const struct network *net = &d->schedule->problem.net;
	const struct chart *chart = &d->chart;
	char label[NETWORK_LABEL], to[NETWORK_LABEL + 8];

	for (size_t i = 0; i < chart->rows; i++) {
		const struct packet *packet = chart->row[i];
		double y = chart->y[i] + 11;

		network_label(net, packet->from, label);
		if (!i || chart->row[i - 1]->from != packet->from)
			svg_text(d->file, (struct point){ CHART_MARGIN, y }, 11.5, "start", label);
		network_label(net, packet->to, label);
		snprintf(to, sizeof to, "→ %s", label);
		svg_text(d->file, (struct point){ chart->left - 8, y }, 10.5, "end", to);
	}
}

/* ---- Packets ---- */

static void draw_bar(struct drawing *d, struct point at, double width, int hue)
{
	char colour[SVG_COLOUR];

	if (hue < HUES)
		d->used[hue] = true;
	else
		d->many = true;
	fprintf(d->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
		at.x, at.y, width, BAR, svg_colour(hue, colour));
}

/* Draws the bar of a packet, cut where the colour changes. A packet of no bytes has a thin bar. */
static void draw_ranges(struct drawing *d, const struct packet *packet, struct bar bar, double y)
{
	const struct range *range = d->schedule->range + packet->first;
	struct point at = { bar.left, y };
	double per_byte = bar.width / (double)(packet->bytes + !packet->bytes), width = 0;

	if (bar.start_up > 0)
		fprintf(d->file,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" "
			"fill=\"#c3c8cd\"/>",
			bar.left - bar.start_up, y, bar.start_up, BAR);
	else if (!packet->bytes)
		draw_bar(d, at, 2.5, 0);
	for (uint32_t i = 0; i < packet->count; i++) {
		int hue = colour_of(&d->hues, &range[i]);

		width += (double)(range[i].end - range[i].begin) * per_byte;
		if (i + 1 < packet->count && colour_of(&d->hues, &range[i + 1]) == hue)
			continue;
		draw_bar(d, at, width, hue);
		at.x += width;
		width = 0;
	}
	if (packet->fold)
		fprintf(d->file,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"none\" "
			"stroke=\"#222\"/>",
			bar.left, y, at.x - bar.left, BAR);
}

/* Draws a packet. The first pieces of the packet show when the pointer rests on the bar. */
static void draw_packet(struct drawing *d, size_t k)
{
	const struct packet *packet = &d->schedule->packet[k];
	const struct range *range = d->schedule->range + packet->first;

	fprintf(d->file, "<g><title>step %d, %d → %d: %zu bytes%s", packet->step, packet->from,
		packet->to, packet->bytes, packet->fold ? ", combined" : "");
	for (uint32_t i = 0; i < packet->count && i < 8; i++)
		fprintf(d->file, " %" PRIu64 "[%zu:%zu]", range[i].block, range[i].begin,
			range[i].end);
	fputs(packet->count > 8 ? " ...</title>" : "</title>", d->file);
	draw_ranges(d, packet, axis_bar(&d->axis, k), d->chart.y[chart_row(&d->chart, packet)] + 2);
	fputs("</g>\n", d->file);
}

/* Draws the legend of the colours in use. A single colour needs no legend. */
static void draw_legend(struct drawing *d)
{
	const char *text = colours_text(&d->hues);
	struct point at = { CHART_MARGIN, d->chart.height + 26 };
	char number[16];
	int hues = 0;

	for (int i = 0; i < HUES; i++)
		hues += d->used[i];
	if (hues < 2 || d->many)
		return;
	svg_text(d->file, at, 11, "start", text);
	at.x += 7.0 * (double)strlen(text);
	for (int i = 0; i < HUES; i++) {
		if (!d->used[i])
			continue;
		draw_bar(d, (struct point){ at.x, at.y - 10 }, 14, i);
		snprintf(number, sizeof number, "%d", i);
		svg_text(d->file, (struct point){ at.x + 18, at.y }, 11, "start", number);
		at.x += 40;
	}
}

static int draw(struct drawing *d)
{
	draw_title(d);
	axis_draw(&d->axis, d->file);
	draw_labels(d);
	for (size_t k = 0; k < d->schedule->packets; k++)
		draw_packet(d, k);
	draw_legend(d);
	svg_end(d->file);
	return draw_end(d->file);
}

static int draw_on(
	const struct schedule *schedule, const struct machine *machine, double bound, FILE *file)
{
	struct drawing d = { .schedule = schedule, .file = file };
	int error = chart_open(&d.chart, schedule);

	if (!error)
		error = machine ? axis_times(&d.axis, &d.chart, machine, bound)
				: axis_steps(&d.axis, &d.chart);
	if (!error)
		error = colours_open(&d.hues, schedule);
	if (!error)
		error = draw(&d);
	colours_free(&d.hues);
	axis_free(&d.axis);
	chart_free(&d.chart);
	return error;
}

int schedule_draw_svg(const struct schedule *schedule, FILE *file)
{
	return draw_on(schedule, NULL, 0, file);
}

int schedule_draw_times(
	const struct schedule *schedule, const struct machine *machine, double bound, FILE *file)
{
	return draw_on(schedule, machine, bound, file);
}
