/* Writes the few shapes of our pictures as SVG. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "analysis/draw/svg.h"
#include "base/xml_escape.h"

/* Pictures are white sheets with dark text, because such sheets print well and look the same in a
 * dark page. The first colours are the colours of Okabe & Ito 2008 without yellow and black. */
static const char *const colours[] = { "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00",
	"#56b4e9", "#7a5230", "#6a3d9a" };

static const char *const dashes[] = { "", "7 3", "2 3", "9 3 2 3" };

enum {
	COLOURS = sizeof colours / sizeof colours[0],
	DASHES = sizeof dashes / sizeof dashes[0],
	CURVE = 20 /* straight pieces of a bent arrow */
};

static const double TURN = 6.283185307179586;

/* Returns a channel of a colour of middle lightness at that angle of the colour wheel. */
static int channel(double turns)
{
	return (int)(128 + 88 * cos(TURN * turns));
}

const char *svg_colour(int i, char colour[SVG_COLOUR])
{
	double turns = i * 0.381966; /* the golden angle keeps neighbours apart */

	if (i < COLOURS)
		snprintf(colour, SVG_COLOUR, "%s", colours[i]);
	else
		snprintf(colour, SVG_COLOUR, "#%02x%02x%02x", (unsigned)channel(turns) & 255,
			(unsigned)channel(turns - 1.0 / 3) & 255,
			(unsigned)channel(turns + 1.0 / 3) & 255);
	return colour;
}

const char *svg_ink(const char *colour)
{
	unsigned long rgb = strtoul(colour + 1, NULL, 16);
	double light = 0.299 * (double)(rgb >> 16 & 255) + 0.587 * (double)(rgb >> 8 & 255) +
		       0.114 * (double)(rgb & 255);

	return light < 125 ? "#fff" : "#111";
}

const char *svg_dashes(int i)
{
	return dashes[i % DASHES];
}

void svg_escape(FILE *file, const char *text)
{
	xml_escape(file, text, strlen(text));
}

void svg_begin(FILE *file, double width, double height, const char *title)
{
	fprintf(file,
		"<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
		"viewBox=\"0 0 %.0f %.0f\" font-family=\"DejaVu Sans, Verdana, sans-serif\" "
		"fill=\"#222\">\n<title>",
		width, height, width, height);
	svg_escape(file, title);
	fputs("</title>\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n", file);
}

void svg_end(FILE *file)
{
	fputs("</svg>\n", file);
}

void svg_text(FILE *file, struct point at, double size, const char *anchor, const char *text)
{
	fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\"", at.x, at.y, size);
	if (strcmp(anchor, "start") != 0)
		fprintf(file, " text-anchor=\"%s\"", anchor);
	putc('>', file);
	svg_escape(file, text);
	fputs("</text>\n", file);
}

void svg_number(FILE *file, struct point at, double size, int number)
{
	fprintf(file,
		"<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.1f\" stroke=\"#fff\" "
		"stroke-width=\"3\" paint-order=\"stroke\">%d</text>\n",
		at.x, at.y, size, number);
}

void svg_stroke(FILE *file, const struct pen *pen)
{
	fprintf(file, " stroke=\"%s\" stroke-width=\"%.1f\"", pen->colour, pen->width);
	if (*pen->dashes)
		fprintf(file, " stroke-dasharray=\"%s\"", pen->dashes);
}

void svg_line(FILE *file, struct point from, struct point to, const struct pen *pen)
{
	fprintf(file, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"", from.x, from.y, to.x,
		to.y);
	svg_stroke(file, pen);
	fputs("/>\n", file);
}

void svg_curve_begin(FILE *file)
{
	fputs("<polyline fill=\"none\" points=\"", file);
}

void svg_curve_point(FILE *file, struct point at)
{
	fprintf(file, "%.1f,%.1f ", at.x, at.y);
}

void svg_curve_end(FILE *file, const struct pen *pen)
{
	putc('"', file);
	svg_stroke(file, pen);
	fputs("/>\n", file);
}

void svg_dot(FILE *file, struct point at, double radius, const char *colour)
{
	fprintf(file,
		"<path d=\"M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z\" "
		"transform=\"translate(%.1f %.1f) scale(%.1f)\" fill=\"%s\"/>\n",
		at.x, at.y, radius, colour);
}

static double head_of(const struct pen *pen)
{
	return 3 + 2.5 * pen->width;
}

/* Draws the head of an arrow and returns the head's foot, at which the line ends. `along` has
 * length 1. */
static struct point draw_head(
	FILE *file, struct point tip, struct point along, const struct pen *pen)
{
	double head = head_of(pen);
	struct point neck = { tip.x - head * along.x, tip.y - head * along.y };

	fprintf(file, "<path d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\" fill=\"%s\"/>\n", tip.x, tip.y,
		neck.x - 0.4 * head * along.y, neck.y + 0.4 * head * along.x,
		neck.x + 0.4 * head * along.y, neck.y - 0.4 * head * along.x, pen->colour);
	return neck;
}

void svg_arrow(FILE *file, struct point from, struct point to, double gap, const struct pen *pen)
{
	double length = hypot(to.x - from.x, to.y - from.y);
	struct point along;

	if (length < 2 * gap + head_of(pen))
		gap = (length - head_of(pen)) / 2;
	along = (struct point){ (to.x - from.x) / length, (to.y - from.y) / length };
	from = (struct point){ from.x + gap * along.x, from.y + gap * along.y };
	to = (struct point){ to.x - gap * along.x, to.y - gap * along.y };
	svg_line(file, from, draw_head(file, to, along, pen), pen);
}

struct point svg_curve_at(struct point from, struct point bend, struct point to, double t)
{
	double a = (1 - t) * (1 - t), b = 2 * t * (1 - t), c = t * t;

	return (struct point){ a * from.x + b * bend.x + c * to.x,
		a * from.y + b * bend.y + c * to.y };
}

/* Returns the share of the curve that lies within `gap` of an end: the curve begins with twice the
 * speed of the line from the end to the bend. */
static double share_of(double gap, struct point end, struct point bend)
{
	return fmin(0.3, gap / (2 * hypot(bend.x - end.x, bend.y - end.y)));
}

void svg_arrow_bent(
	FILE *file, struct point from, struct point bend, struct point to, const struct pen *pen)
{
	double begin = share_of(SVG_GAP, from, bend), end = 1 - share_of(SVG_GAP, to, bend);
	double head = share_of(head_of(pen), to, bend), length;
	struct point tip = svg_curve_at(from, bend, to, end),
		     neck = svg_curve_at(from, bend, to, end - head);

	length = hypot(tip.x - neck.x, tip.y - neck.y);
	neck = draw_head(file, tip,
		(struct point){ (tip.x - neck.x) / length, (tip.y - neck.y) / length }, pen);
	svg_curve_begin(file);
	for (int i = 0; i < CURVE; i++)
		svg_curve_point(file,
			svg_curve_at(from, bend, to, begin + (end - head - begin) * i / CURVE));
	svg_curve_point(file, neck);
	svg_curve_end(file, pen);
}

double svg_pill_height(double size)
{
	return size * 1.55;
}

double svg_pill_width(double size, const char *label)
{
	return fmax(size * (0.65 * (double)strlen(label) + 0.9), svg_pill_height(size));
}

void svg_pill(FILE *file, struct point at, double size, const char *label, const struct pen *pen)
{
	double height = svg_pill_height(size), width = svg_pill_width(size, label);

	fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" rx=\"%.1f\"",
		at.x - width / 2, at.y - height / 2, width, height, height / 2);
	fputs(" fill=\"#fff\"", file);
	svg_stroke(file, pen);
	fputs("/>\n", file);
	svg_text(file, (struct point){ at.x, at.y + size * 0.36 }, size, "middle", label);
}
