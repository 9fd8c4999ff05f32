/* Draws schedules as SVG: links over steps, bars as long as the packets, coloured by way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <inttypes.h>
#include <string.h>
#include "analysis/draw/time_axis.h"
#include "analysis/draw/schedule_drawing.h"
#include "analysis/draw/colours.h"
#include "analysis/draw/tree_drawing.h"
#include "analysis/draw/svg.h"
#include "analysis/draw/folded_svg.h"
#include "base/error.h"

/*	           0      1      2          columns: the steps that have packets
 *	000 -> 001 |===|  |===|             rows: the links that are used, by node and port
 *	    -> 010        |===|  |=|        a full bar is the largest packet of the schedule
 *	001 -> 011        |===|
 *
 * Along time, a bar is as long as the packet takes, and begins with the start-up, in grey. Bars of
 * bytes to be folded have an outline. */

enum {
	HUES = 32, /* colours that a legend explains */
	DIGIT = 6,
	BAR = CHART_ROW - 4
};

struct drawing {
	const struct schedule *schedule;
	struct chart chart;
	struct axis axis;
	struct colours hues;
	bool used[HUES], many; /* colours in use; more colours than a legend explains */
	bool folds;	       /* some packet is combined */
	FILE *file;
};

/* ---- The frame ---- */

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

/* Returns the bytes of a piece within a range. */
static size_t range_shared(const struct range *range, const struct way_piece *piece)
{
	size_t begin = piece->begin > range->begin ? piece->begin : range->begin;

	return (piece->end < range->end ? piece->end : range->end) - begin;
}

/* Writes a node's number, and the label where the label says more: "2 (010)". */
static void write_node(const struct drawing *d, int v)
{
	char label[NETWORK_LABEL], number[16];

	network_label(&d->schedule->problem.net, v, label);
	snprintf(number, sizeof number, "%d", v);
	fputs(number, d->file);
	if (!strcmp(label, number))
		return;
	fprintf(d->file, *label == '(' ? " " : " (");
	svg_escape(d->file, label);
	fputs(*label == '(' ? "" : ")", d->file);
}

static void draw_bar(struct drawing *d, struct point at, double width, int hue)
{
	char colour[SVG_COLOUR], number[16];

	if (hue < HUES)
		d->used[hue] = true;
	else
		d->many = true;
	fprintf(d->file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
		at.x, at.y, width, BAR, svg_colour(hue, colour));
	snprintf(number, sizeof number, "%d", hue);
	if (width >= DIGIT * (double)strlen(number) + 3)
		fprintf(d->file,
			"<text x=\"%.1f\" y=\"%.1f\" font-size=\"9\" text-anchor=\"middle\" "
			"fill=\"%s\">%s</text>",
			at.x + width / 2, at.y + BAR - 2, svg_ink(colour), number);
}

static void draw_start_up(const struct drawing *d, struct point at, double width)
{
	fprintf(d->file,
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"#c3c8cd\"/>", at.x,
		at.y, width, BAR);
}

static void draw_outline(const struct drawing *d, struct point at, double width)
{
	fprintf(d->file,
		"<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" fill=\"none\" "
		"stroke=\"#222\"/>",
		at.x, at.y, width, BAR);
}

/* Draws the bytes of a packet, cut where the colour changes. Returns the end of the bar. */
static double draw_bytes(
	struct drawing *d, const struct packet *packet, struct point at, double per_byte)
{
	const struct range *range = d->schedule->range + packet->first;
	double width = 0;
	int hue = -1;

	for (uint32_t i = 0; i < packet->count; i++)
		for (const struct way_piece *piece = ways_first(&d->hues.ways, &range[i]); piece;
			piece = ways_next(&d->hues.ways, &range[i], piece)) {
			int next = colour_of(&d->hues, &range[i], piece);

			if (hue >= 0 && next != hue) {
				draw_bar(d, at, width, hue);
				at.x += width;
				width = 0;
			}
			hue = next;
			width += (double)range_shared(&range[i], piece) * per_byte;
		}
	if (hue >= 0)
		draw_bar(d, at, width, hue);
	return at.x + width;
}

/* Draws the bar of a packet. By steps, a packet of no bytes has a thin bar. */
static void draw_ranges(struct drawing *d, const struct packet *packet, struct bar bar, double y)
{
	struct point at = { bar.left, y };
	double end;

	if (bar.start_up > 0)
		draw_start_up(d, (struct point){ bar.left - bar.start_up, y }, bar.start_up);
	else if (!packet->bytes)
		draw_bar(d, at, 2.5, 0);
	end = draw_bytes(d, packet, at, bar.width / (double)(packet->bytes + !packet->bytes));
	if (packet->fold)
		draw_outline(d, at, end - bar.left);
	d->folds |= packet->fold;
}

/* Draws a packet. The first pieces of the packet show when the pointer rests on the bar. */
static void draw_packet(struct drawing *d, size_t k)
{
	const struct packet *packet = &d->schedule->packet[k];
	const struct range *range = d->schedule->range + packet->first;

	fprintf(d->file, "<g><title>step %d, ", packet->step);
	write_node(d, packet->from);
	fputs(" → ", d->file);
	write_node(d, packet->to);
	fprintf(d->file, ": %zu bytes%s", packet->bytes, packet->fold ? ", combined" : "");
	for (uint32_t i = 0; i < packet->count && i < 8; i++)
		fprintf(d->file, " %" PRIu64 "[%zu:%zu]", range[i].block, range[i].begin,
			range[i].end);
	fputs(packet->count > 8 ? " ...</title>" : "</title>", d->file);
	draw_ranges(d, packet, axis_bar(&d->axis, k), d->chart.y[chart_row(&d->chart, packet)] + 2);
	fputs("</g>\n", d->file);
}

/* Draws the legend of the colours in use. A single colour needs no legend. */
static void draw_hues(struct drawing *d, struct point at)
{
	const char *text = colours_text(&d->hues);
	bool used[HUES];
	int hues = 0;

	for (int i = 0; i < HUES; i++)
		hues += d->used[i];
	if (hues < 2 || d->many)
		return;
	memcpy(used, d->used, sizeof used);
	svg_text(d->file, at, 11, "start", text);
	at.x += 7.0 * (double)strlen(text);
	for (int i = 0; i < HUES; i++)
		if (used[i]) {
			draw_bar(d, (struct point){ at.x, at.y - 10 }, 20, i);
			at.x += 26;
		}
}

/* Draws the legend of the forms: the length of a bar, the start-up, and the outline. */
static void draw_forms(const struct drawing *d, struct point at)
{
	char text[64];

	if (d->axis.start) {
		draw_start_up(d, (struct point){ at.x, at.y - 10 }, 20);
		svg_text(d->file, (struct point){ at.x + 26, at.y }, 11, "start", "start-up");
		at.x += 96;
	} else {
		snprintf(text, sizeof text, "a full bar: %zu bytes", d->chart.largest);
		svg_text(d->file, at, 11, "start", text);
		at.x += 7.0 * (double)strlen(text) + 10;
	}
	if (!d->folds)
		return;
	draw_outline(d, (struct point){ at.x, at.y - 10 }, 20);
	svg_text(d->file, (struct point){ at.x + 26, at.y }, 11, "start", "outline: combined");
}

static int draw(struct drawing *d)
{
	chart_draw_title(&d->chart, d->axis.width, d->file);
	axis_draw(&d->axis, d->file);
	draw_labels(d);
	for (size_t k = 0; k < d->schedule->packets; k++)
		draw_packet(d, k);
	draw_hues(d, (struct point){ CHART_MARGIN, d->chart.height + 30 });
	draw_forms(d, (struct point){ CHART_MARGIN, d->chart.height + 50 });
	svg_end(d->file);
	return draw_end(d->file);
}

/* Draws all links, or fewer rows. */
static int draw_rows(struct drawing *d, enum rows_by by)
{
	struct folded folded = { &d->chart, &d->axis, &d->hues, by, d->file };

	if (by != ROWS_LINK)
		return folded_draw(&folded);
	if (d->chart.links > DRAW_LANES)
		return why(EINVAL,
			"%zu links; a drawing shows at most %d, or rows by node, level or way",
			d->chart.links, DRAW_LANES);
	return draw(d);
}

static int draw_on(const struct schedule *schedule, const struct machine *machine, double bound,
	const struct chart_look *look, FILE *file)
{
	struct drawing d = { .schedule = schedule, .file = file };
	int error = chart_open(&d.chart, schedule);

	if (!error)
		error = machine ? axis_times(&d.axis, &d.chart, machine, bound)
				: axis_steps(&d.axis, &d.chart);
	if (!error)
		error = colours_open(&d.hues, schedule, look->colour);
	if (!error)
		error = draw_rows(&d, rows_chosen(look->rows, &d.chart));
	colours_free(&d.hues);
	axis_free(&d.axis);
	chart_free(&d.chart);
	return error;
}

int schedule_draw_svg(const struct schedule *schedule, const struct chart_look *look, FILE *file)
{
	return draw_on(schedule, NULL, 0, look, file);
}

int schedule_draw_times(const struct schedule *schedule, const struct machine *machine,
	double bound, const struct chart_look *look, FILE *file)
{
	return draw_on(schedule, machine, bound, look, file);
}
