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
#include "apps/fail.h"
#include "apps/figure_text.h"
#include "apps/link_picture.h"

enum {
	WIDTH = 800,
	HEIGHT = 860,
	MIDDLE = 430,	/* of the network, from the top */
	RADIUS = 330,	/* of the network */
	DIMENSIONS = 6, /* a larger cube is drawn as a circle */
	STEPS = 32	/* of the legend */
};

struct place {
	double x, y;
};

/* ---- Places of the nodes ---- */

static struct place on_circle(int v, int nodes)
{
	double angle = 2 * M_PI * v / nodes - M_PI / 2;

	return (struct place){ WIDTH / 2 + RADIUS * cos(angle), MIDDLE + RADIUS * sin(angle) };
}

/* Returns a corner of a cube that is seen from the side: each dimension is a direction. */
static struct place on_cube(int v, int dimensions)
{
	static const struct place direction[DIMENSIONS] = { { 1, 0 }, { 0, -1 }, { 0.42, -0.33 },
		{ 1.75, 0.28 }, { 0.3, -1.9 }, { -0.55, -0.62 } };
	struct place at = { 0, 0 }, low = { 0, 0 }, high = { 0, 0 };
	double scale;

	for (int d = 0; d < dimensions; d++) {
		const struct place *to = &direction[d];

		at.x += v >> d & 1 ? to->x : 0;
		at.y += v >> d & 1 ? to->y : 0;
		*(to->x < 0 ? &low.x : &high.x) += to->x;
		*(to->y < 0 ? &low.y : &high.y) += to->y;
	}
	scale = 2 * RADIUS / fmax(fmax(high.x - low.x, high.y - low.y), 1);
	return (struct place){ WIDTH / 2 + (at.x - (low.x + high.x) / 2) * scale,
		MIDDLE + (at.y - (low.y + high.y) / 2) * scale };
}

static struct place place_of(const struct app_session *s, int v)
{
	int dimensions = 0;

	while (1 << dimensions < s->nodes)
		dimensions++;
	if (session_on_cube(s) && dimensions <= DIMENSIONS)
		return on_cube(v, dimensions);
	return on_circle(v, s->nodes);
}

/* ---- Colours ---- */

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
static const char *colour(char text[8], double place)
{
	static const unsigned char stop[5][3] = { { 68, 1, 84 }, { 59, 82, 139 }, { 33, 145, 140 },
		{ 94, 201, 98 }, { 253, 231, 37 } };
	int i = place >= 1 ? 3 : (int)(place * 4), part[3];
	double on = place * 4 - i;

	for (int k = 0; k < 3; k++)
		part[k] = (int)lround(stop[i][k] + on * (stop[i + 1][k] - stop[i][k]));
	snprintf(text, 8, "#%02x%02x%02x", (unsigned)part[0] & 255, (unsigned)part[1] & 255,
		(unsigned)part[2] & 255);
	return text;
}

static const char *colour_of(char text[8], const struct colour_scale *scale, double rate)
{
	if (!isfinite(rate))
		return "#bbbbbb";
	return colour(text, rate / scale->high);
}

/* ---- Links and nodes ---- */

static double node_radius(const struct app_session *s)
{
	return fmin(17, fmax(3, 500.0 / s->nodes));
}

static void draw_tip(FILE *file, const struct app_link *link)
{
	char busy[FIGURE_TEXT], rate[FIGURE_TEXT], share[FIGURE_TEXT];

	fprintf(file, "<title>%d to %d: %zu bytes, %zu packets, busy %s, %s, %s of bare copies",
		link->from, link->to, link->bytes, link->packets, figure_seconds(busy, link->busy),
		figure_rate(rate, link_rate(link)), figure_percent(share, link_share(link)));
	fprintf(file, "</title>");
}

/* Draws an arrow from node to node, beside the line between their middles. */
static void draw_link(FILE *file, const struct app_link *link, const struct colour_scale *scale,
	const struct app_session *s)
{
	struct place a = place_of(s, link->from), b = place_of(s, link->to);
	double length = hypot(b.x - a.x, b.y - a.y), radius = node_radius(s);
	double x = (b.x - a.x) / length, y = (b.y - a.y) / length;
	double width = link->bytes ? 1 + 5 * (double)link->bytes / (double)scale->most : 0.7;
	double aside = fmin(5, radius * 0.6), head = width + 5, end = length - radius;
	const char *paint, *dashes = link->bytes ? "" : " stroke-dasharray=\"2 4\"";
	char text[8];

	paint = colour_of(text, scale, link_rate(link));
	a = (struct place){ a.x - y * aside, a.y + x * aside };
	fprintf(file, "<g stroke=\"%s\" fill=\"%s\">", paint, paint);
	draw_tip(file, link);
	fprintf(file, "<path d=\"M%.1f %.1fL%.1f %.1f\" stroke-width=\"%.2f\"%s/>",
		a.x + x * radius, a.y + y * radius, a.x + x * (end - head), a.y + y * (end - head),
		width, dashes);
	fprintf(file, "<path stroke=\"none\" d=\"M%.1f %.1fL%.1f %.1fL%.1f %.1fZ\"/></g>\n",
		a.x + x * end, a.y + y * end, a.x + x * (end - head) - y * head / 2,
		a.y + y * (end - head) + x * head / 2, a.x + x * (end - head) + y * head / 2,
		a.y + y * (end - head) - x * head / 2);
}

static void draw_nodes(FILE *file, const struct app_session *s)
{
	double radius = node_radius(s);

	for (int v = 0; v < s->nodes; v++) {
		struct place at = place_of(s, v);

		fprintf(file,
			"<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\" fill=\"white\" "
			"stroke=\"#333333\"/>",
			at.x, at.y, radius);
		if (radius > 7)
			fprintf(file, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%.0f\">%d</text>\n",
				at.x, at.y + radius / 3, radius * 0.9, v);
	}
}

/* ---- The legend ---- */

static void draw_colours(FILE *file, const struct colour_scale *scale)
{
	char text[8], high[FIGURE_TEXT];

	for (int i = 0; i < STEPS; i++)
		fprintf(file, "<rect x=\"%d\" y=\"800\" width=\"11\" height=\"14\" fill=\"%s\"/>",
			60 + 10 * i, colour(text, (double)i / (STEPS - 1)));
	fprintf(file, "\n<text x=\"60\" y=\"834\">0</text><text x=\"380\" y=\"834\">%s</text>",
		figure_rate(high, scale->high));
	fprintf(file, "<text x=\"220\" y=\"792\">bandwidth while busy</text>\n");
}

static void draw_widths(FILE *file, const struct colour_scale *scale)
{
	fprintf(file, "<text x=\"530\" y=\"792\">bytes</text>"
		      "<path d=\"M470 807H590\" stroke=\"#555555\" stroke-width=\"6\"/>"
		      "<text x=\"530\" y=\"834\">%zu</text>\n",
		scale->most);
	fprintf(file, "<text x=\"645\" y=\"792\">not known</text>"
		      "<path d=\"M620 807H670\" stroke=\"#bbbbbb\" stroke-width=\"4\"/>\n");
	fprintf(file, "<text x=\"740\" y=\"792\">unused</text>"
		      "<path d=\"M715 807H765\" stroke=\"#bbbbbb\" stroke-dasharray=\"2 4\"/>\n");
}

static void draw(FILE *file, const char *heading, const struct link_table *table,
	const struct app_session *s)
{
	struct colour_scale scale = scale_of(table);

	fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
		      "font-family=\"sans-serif\" font-size=\"14\" text-anchor=\"middle\">\n"
		      "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n"
		      "<text x=\"%d\" y=\"36\" font-size=\"17\">%s</text>\n",
		WIDTH, HEIGHT, WIDTH / 2, heading);
	for (size_t i = 0; i < table->count; i++)
		draw_link(file, &table->link[i], &scale, s);
	draw_nodes(file, s);
	draw_colours(file, &scale);
	draw_widths(file, &scale);
	fprintf(file, "</svg>\n");
}

void link_picture_write(const char *path, const char *heading, const struct link_table *table,
	const struct app_session *s)
{
	FILE *file = fopen(path, "w");
	bool failed;

	if (!file)
		fail(REFUSED, "--picture: %s: %s", path, strerror(errno));
	draw(file, heading, table, s);
	failed = ferror(file);
	if (fclose(file) || failed)
		fail(REFUSED, "--picture: %s: %s", path, strerror(errno));
}
