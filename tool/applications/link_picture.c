/* Draws a network as SVG: each directed link coloured by its bandwidth, and as wide as its bytes.
 *
 * The colours go from dark blue to yellow by rising brightness (stops of the map "viridis"). So
 * readers who see no red or no green, and printers without colours, can tell the links apart. The
 * two directions of a link lie side by side, each on the right hand of its travellers. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "analysis/draw/sheet.h"
#include "tool/applications/link_picture.h"
#include "tool/files/need.h"
#include "tool/output/units.h"

enum {
	ASIDE = 4,  /* pixels between a link and the line between its nodes */
	STEPS = 32, /* of the legend */
	LEGEND = 60 /* its height */
};

static const char *const grey = "#bbbbbb", *const dashes = "2 4";

struct colour_scale {
	double high; /* bytes a second; NAN: of no link */
	size_t most; /* bytes */
};

static struct colour_scale scale_of(const struct link_table *table)
{
	struct colour_scale scale = { NAN, 0 };

	for (size_t i = 0; i < table->count; i++) {
		scale.high = fmax(scale.high, link_rate(&table->link[i]));
		if (table->link[i].bytes > scale.most)
			scale.most = table->link[i].bytes;
	}
	return scale;
}

/* Writes the colour of a place between the least (0) and the greatest (1). */
static const char *colour(char text[SVG_COLOUR], double place)
{
	static const unsigned char stop[5][3] = { { 68, 1, 84 }, { 59, 82, 139 }, { 33, 145, 140 },
		{ 94, 201, 98 }, { 253, 231, 37 } };
	int i = place >= 1 ? 3 : (int)(place * 4), part[3];
	double on = place * 4 - i;

	if (!isfinite(place))
		return grey;
	for (int k = 0; k < 3; k++)
		part[k] = (int)lround(stop[i][k] + on * (stop[i + 1][k] - stop[i][k]));
	snprintf(text, SVG_COLOUR, "#%02x%02x%02x", (unsigned)part[0] & 255,
		(unsigned)part[1] & 255, (unsigned)part[2] & 255);
	return text;
}

/* ---- Links ---- */

static void draw_tip(FILE *file, const struct app_link *link)
{
	fprintf(file, "<title>%d to %d: %zu bytes, %zu packets, busy %s, %s, %s of bare copies",
		link->from, link->to, link->bytes, link->packets, time_text(link->busy),
		rate_text(link_rate(link)), share_text(link_share(link), 1));
	fputs("</title>", file);
}

/* Moves a point to the right of those who travel from `from` to `to`. */
static struct point aside(struct point at, struct point from, struct point to)
{
	double length = hypot(to.x - from.x, to.y - from.y);

	return (struct point){ at.x - ASIDE * (to.y - from.y) / length,
		at.y + ASIDE * (to.x - from.x) / length };
}

/* Draws an arrow from node to node, beside the line between their middles. */
static void draw_link(FILE *file, const struct canvas *canvas, const struct app_link *link,
	const struct colour_scale *scale)
{
	int port = network_port_to(canvas->net, link->from, link->to);
	struct point from, to, bend;
	bool bent = layout_bend(canvas->layout, canvas->net, link->from, port, &bend);
	char text[SVG_COLOUR];
	struct pen pen = { grey, dashes, 0.7 };

	if (link->bytes)
		pen = (struct pen){ colour(text, link_rate(link) / scale->high), "",
			1 + 5 * (double)link->bytes / (double)scale->most };
	layout_link(canvas->layout, canvas->net, link->from, port, &from, &to);
	from = sheet_point(from);
	to = sheet_point(to);
	fputs("<g>", file);
	draw_tip(file, link);
	if (bent)
		svg_arrow_bent(file, aside(from, from, to), aside(sheet_point(bend), from, to),
			aside(to, from, to), &pen);
	else
		svg_arrow(file, aside(from, from, to), aside(to, from, to), SVG_GAP, &pen);
	fputs("</g>\n", file);
}

/* ---- The legend ---- */

static void draw_sample(FILE *file, double x, double y, const char *text, const struct pen *pen)
{
	svg_line(file, (struct point){ x, y }, (struct point){ x + 40, y }, pen);
	svg_text(file, (struct point){ x + 46, y + 4 }, SHEET_LABEL, "start", text);
}

static void draw_legend(FILE *file, double y, const struct colour_scale *scale)
{
	char text[SVG_COLOUR];

	svg_text(file, (struct point){ SHEET_MARGIN, y }, SHEET_LABEL, "start",
		"bandwidth while busy, from 0");
	for (int i = 0; i < STEPS; i++)
		fprintf(file, "<rect x=\"%d\" y=\"%.0f\" width=\"5\" height=\"10\" fill=\"%s\"/>",
			SHEET_MARGIN + 4 * i, y + 8, colour(text, (double)i / (STEPS - 1)));
	svg_text(file, (struct point){ SHEET_MARGIN + 4 * STEPS + 8, y + 17 }, SHEET_LABEL, "start",
		rate_text(scale->high));
	draw_sample(file, 250, y - 4, short_text("%zu bytes", scale->most),
		&(struct pen){ "#555555", "", 6 });
	draw_sample(file, 250, y + 10, "not known", &(struct pen){ grey, "", 3 });
	draw_sample(file, 250, y + 24, "unused", &(struct pen){ grey, dashes, 1 });
}

static void draw(FILE *file, const char *heading, const struct link_table *table,
	const struct canvas *canvas)
{
	const struct layout *layout = canvas->layout;
	struct colour_scale scale = scale_of(table);
	double bottom = layout->height * SHEET_UNIT + SHEET_TOP + 2 * SHEET_MARGIN;

	svg_begin(file, fmax(layout->width * SHEET_UNIT + 2 * SHEET_MARGIN, SHEET_LEAST),
		bottom + LEGEND, heading);
	svg_text(file, (struct point){ SHEET_MARGIN, SHEET_MARGIN }, SHEET_TITLE, "start", heading);
	for (size_t i = 0; i < table->count; i++)
		draw_link(file, canvas, &table->link[i], &scale);
	sheet_nodes(canvas->net, layout, -1, file);
	draw_legend(file, bottom, &scale);
	svg_end(file);
}

void link_picture_write(const char *path, const char *heading, const struct link_table *table,
	const struct network *net)
{
	struct layout layout;
	struct canvas canvas;
	FILE *file;
	bool failed;

	need_done(draw_begin(net));
	need_done(layout_open(&layout, net));
	canvas = sheet_canvas(net, &layout);
	file = fopen(path, "w");
	if (!file)
		end_command(STATUS_REFUSED, "--picture: %s: %s", path, strerror(errno));
	draw(file, heading, table, &canvas);
	failed = ferror(file);
	if (fclose(file) || failed)
		end_command(STATUS_REFUSED, "--picture: %s: %s", path, strerror(errno));
	layout_free(&layout);
}
