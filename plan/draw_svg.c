/* Draws schedules as SVG: links over steps, bars as long as their packets, coloured by tree. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <inttypes.h>
#include <string.h>
#include "plan/chart.h"
#include "plan/draw.h"
#include "plan/origin.h"
#include "topology/draw.h"
#include "topology/svg.h"

/*	           0      1      2          columns: the steps that have packets
 *	000 -> 001 |===|  |===|             rows: the links that are used, by node and port
 *	    -> 010        |===|  |=|        a full bar is the largest packet of the schedule
 *	001 -> 011        |===|
 *
 * Colours say which tree bytes go along, by the port of their first (or last) node. Where there is
 * one tree only they say which block it is; in an all-reduce, which part of the block. Bars of
 * what is combined are outlined. */

enum {
	PARTS = 8, /* of an all-reduce's block */
	HUES = 32, /* that a legend explains */
	LETTER = 9,
	BAR = CHART_ROW - 4
};

struct drawing {
	const struct schedule *schedule;
	struct chart chart;
	struct origins origins;
	enum meaning {
		BY_PORT,
		BY_BLOCK,
		BY_PART
	} meaning;
	bool used[HUES], many; /* colours that are there; more than a legend explains */
	FILE *file;
};

static int hue_of(const struct drawing *d, const struct range *range)
{
	const struct problem *problem = &d->schedule->problem;

	switch (d->meaning) {
	case BY_PART:
		return (int)((double)range->begin / (double)d->schedule->bytes * PARTS);
	case BY_BLOCK: /* of an all-to-all: its origin */
		return (int)(problem->collective == ALLTOALL
				     ? range->block / (uint64_t)problem->net.nodes
				     : range->block);
	default:
		return origins_port(&d->origins, range);
	}
}

static enum meaning find_meaning(const struct drawing *d)
{
	const struct schedule *schedule = d->schedule;

	if (schedule->problem.collective == ALLREDUCE)
		return BY_PART;
	for (size_t i = 1; i < schedule->ranges; i++)
		if (hue_of(d, &schedule->range[i]) != hue_of(d, &schedule->range[0]))
			return BY_PORT;
	return BY_BLOCK;
}

/* ---- The frame ---- */

static void draw_title(const struct drawing *d)
{
	const struct schedule *schedule = d->schedule;
	const struct chart *chart = &d->chart;
	double width = chart->left + chart->column * chart->columns + CHART_MARGIN, least;
	char title[512];

	snprintf(title, sizeof title, "%s %s %s: %zu bytes, %d steps, %zu packets on %zu links%s",
		collective_name(schedule->problem.collective), schedule->problem.algorithm,
		schedule->problem.net.name, schedule->bytes, chart->columns, schedule->packets,
		chart->rows, schedule->view ? " of node 0, as of every node" : "");
	least = 2 * CHART_MARGIN + LETTER * (double)strlen(title);
	svg_begin(d->file, width > least ? width : least, chart->height + CHART_LEGEND, title);
	svg_text(d->file, (struct point){ CHART_MARGIN, 32 }, 15, "start", title);
}

/* Numbers stand at every, every second, fifth, tenth, ... column, as there is room. */
static int numbers_apart(double column)
{
	static const int steps[] = { 1, 2, 5, 10, 20, 50, 100 };
	int i = 0;

	while (i < 6 && column * steps[i] < 26)
		i++;
	return steps[i];
}

static void draw_columns(const struct drawing *d)
{
	const struct chart *chart = &d->chart;
	struct pen pen = { "#e3e6e9", "", 1 };
	int apart = numbers_apart(chart->column);
	char number[16];

	for (int i = 0; i <= chart->columns; i++) {
		double x = chart->left + i * chart->column;

		svg_line(d->file, (struct point){ x, CHART_HEAD - 4 },
			(struct point){ x, chart->height }, &pen);
		if (i == chart->columns || i % apart)
			continue;
		snprintf(number, sizeof number, "%d", chart->step[i]);
		svg_text(d->file, (struct point){ x + chart->column / 2, CHART_HEAD - 9 }, 10.5,
			"middle", number);
	}
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

/* A bar is cut where the colour changes. A packet of no bytes is a thin one. */
static void draw_ranges(struct drawing *d, const struct packet *packet, struct point at)
{
	const struct range *range = d->schedule->range + packet->first;
	double per_byte = (d->chart.column - 2) / (double)(d->chart.largest + !d->chart.largest);
	double width = 0, left = at.x;

	if (!packet->bytes)
		draw_bar(d, at, 2.5, 0);
	for (uint32_t i = 0; i < packet->count; i++) {
		int hue = hue_of(d, &range[i]);

		width += (double)(range[i].end - range[i].begin) * per_byte;
		if (i + 1 < packet->count && hue_of(d, &range[i + 1]) == hue)
			continue;
		draw_bar(d, at, width, hue);
		at.x += width;
		width = 0;
	}
	if (packet->fold)
		fprintf(d->file,
			"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"none\" "
			"stroke=\"#222\"/>",
			left, at.y, at.x - left, BAR);
}

/* Its first pieces show when the pointer rests on it. */
static void draw_packet(struct drawing *d, const struct packet *packet, int column)
{
	const struct range *range = d->schedule->range + packet->first;
	struct point at = { d->chart.left + column * d->chart.column + 1,
		d->chart.y[chart_row(&d->chart, packet)] + 2 };

	fprintf(d->file, "<g><title>step %d, %d → %d: %zu bytes%s", packet->step, packet->from,
		packet->to, packet->bytes, packet->fold ? ", combined" : "");
	for (uint32_t i = 0; i < packet->count && i < 8; i++)
		fprintf(d->file, " %" PRIu64 "[%zu:%zu]", range[i].block, range[i].begin,
			range[i].end);
	fputs(packet->count > 8 ? " ...</title>" : "</title>", d->file);
	draw_ranges(d, packet, at);
	fputs("</g>\n", d->file);
}

static void draw_packets(struct drawing *d)
{
	int column = 0;

	for (size_t k = 0; k < d->schedule->packets; k++) {
		const struct packet *packet = &d->schedule->packet[k];

		while (d->chart.step[column] != packet->step)
			column++;
		draw_packet(d, packet, column);
	}
}

/* Only the colours that are there; one alone needs no words. */
static void draw_legend(struct drawing *d)
{
	bool folds = collective_folds(d->schedule->problem.collective);
	const char *text = d->meaning == BY_PART    ? "part of the block:"
			   : d->meaning == BY_BLOCK ? "block:"
			   : folds		    ? "comes to its end by port:"
						    : "leaves its origin by port:";
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

int schedule_draw_svg(const struct schedule *schedule, FILE *file)
{
	struct drawing d = { .schedule = schedule, .file = file };
	int error = chart_open(&d.chart, schedule);

	if (!error)
		error = origins_open(&d.origins, schedule);
	if (!error) {
		d.meaning = find_meaning(&d);
		draw_title(&d);
		draw_columns(&d);
		draw_labels(&d);
		draw_packets(&d);
		draw_legend(&d);
		svg_end(file);
		error = draw_end(file);
	}
	origins_free(&d.origins);
	chart_free(&d.chart);
	return error;
}
