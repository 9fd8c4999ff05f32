/* Draws bandwidth and ratio over size as SVG, with the limit by memcpy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/error.h"
#include "perf/peers/vendor.h"
#include "perf/peers/merge.h"
#include "perf/peers/plot.h"
#include "tool/output/units.h"
#include "analysis/draw/svg.h"

/* Four columns of collectives. In each, above, bytes of a block in a second; below, the fastest
 * peer's time into grove's. All axes are logarithmic, and the same in all panels. Each contender has
 * a colour, dashes and a mark of its own, so that it can be told without colours. */

enum {
	COLUMNS = 4,
	NAMES = 12,
	WIDTH = 300,
	HEIGHT = 200,
	LOW = 110, /* the lower panel's height */
	LEFT = 64,
	TOP = 70,
	GAP = 34
};

struct plot_range {
	double least, most;
};

struct plot {
	const struct bench_file *file;
	long long nodes;
	FILE *svg;
	int names, collectives;
	char name[NAMES][COMPARE_NAME]; /* contenders, without how they were set */
	const char *collective[NAMES];
	struct plot_range bytes, rate, ratio;
};

/* ---- What is in it ---- */

static void add_collective(struct plot *p, const char *name)
{
	for (int i = 0; i < p->collectives; i++)
		if (!strcmp(p->collective[i], name))
			return;
	if (p->collectives < NAMES)
		p->collective[p->collectives++] = name;
}

static void add_name(struct plot *p, const char *algorithm)
{
	for (int i = 0; i < p->names; i++)
		if (maker_is(algorithm, p->name[i]))
			return;
	if (p->names < NAMES)
		maker_name(p->name[p->names++], algorithm);
}

static void widen(struct plot_range *range, double value)
{
	if (!(value > 0) || !isfinite(value))
		return;
	range->least = fmin(range->least, value);
	range->most = fmax(range->most, value);
}

/* Collectives that are swept; barriers and rings have one point, and the table shows it. */
static bool swept(const struct bench_file *file, const struct bench_row *row)
{
	for (size_t i = 0; i < file->rows; i++)
		if (file->row[i].bytes != row->bytes && file->row[i].nodes == row->nodes &&
			!strcmp(file->row[i].collective, row->collective))
			return strcmp(row->collective, "copy") != 0 &&
			       strcmp(row->collective, "likwid-copy") != 0 &&
			       strcmp(row->collective, "local-transpose") != 0;
	return false;
}

static double rate_of(const struct bench_row *row)
{
	return row->median > 0 ? (double)row->bytes / row->median : NAN;
}

static double ratio_of(const struct bench_file *file, const struct bench_row *row)
{
	const struct bench_row *a = merge_best(file, row, GROVE), *b = merge_best(file, row, PEERS);

	return a && b && a->median > 0 ? b->median / a->median : NAN;
}

static void survey(struct plot *p)
{
	p->bytes = p->rate = p->ratio = (struct plot_range){ INFINITY, 0 };
	widen(&p->ratio, 0.5);
	widen(&p->ratio, 2);
	add_name(p, "grove");
	for (size_t i = 0; i < p->file->rows; i++) {
		const struct bench_row *row = &p->file->row[i];

		if (row->nodes != p->nodes || !swept(p->file, row))
			continue;
		add_name(p, row->algorithm);
		add_collective(p, row->collective);
		widen(&p->bytes, (double)row->bytes);
		widen(&p->rate, rate_of(row));
		widen(&p->rate, (double)row->bytes / merge_limit(p->file, row));
		widen(&p->ratio, ratio_of(p->file, row));
	}
}

/* ---- Panels ---- */

struct plot_panel {
	double left, top, height;
	struct plot_range range;
};

static double part_of(const struct plot_range *range, double value)
{
	return log(value / range->least) / log(range->most / range->least);
}

static struct point place(
	const struct plot *p, const struct plot_panel *panel, double bytes, double value)
{
	double y = part_of(&panel->range, value);

	return (struct point){ panel->left + WIDTH * part_of(&p->bytes, bytes),
		panel->top + panel->height * (1 - y) };
}

static void mark(FILE *svg, int kind, struct point at, const char *colour)
{
	static const char *const shape[] = { "M-3.2 0a3.2 3.2 0 1 0 6.4 0a3.2 3.2 0 1 0 -6.4 0Z",
		"M-3 -3H3V3H-3Z", "M0 -4L3.8 3H-3.8Z", "M0 -4.2L4.2 0L0 4.2L-4.2 0Z",
		"M0 4L3.8 -3H-3.8Z", "M-4 -1.2H4V1.2H-4Z" };

	fprintf(svg, "<path transform=\"translate(%.1f %.1f)\" d=\"%s\" fill=\"%s\"/>\n", at.x,
		at.y, shape[(size_t)kind % (sizeof shape / sizeof shape[0])], colour);
}

static const struct pen grid = { "#dddddd", "", 1 }, frame = { "#888888", "", 1 };
static const struct pen limit_pen = { "#222222", "1 3", 2.2 };

static void axes(const struct plot *p, const struct plot_panel *panel, bool sizes, bool rates)
{
	const struct plot_range *range = &panel->range;
	double step = rates ? 10 : range->most / range->least > 64 ? 4 : 2;
	double right = panel->left + WIDTH, bottom = panel->top + panel->height;
	double first = rates ? pow(10, ceil(log10(range->least) - 1e-9))
			     : pow(2, ceil(log2(range->least) - 1e-9));
	char text[UNITS_TEXT];

	for (double v = first; v <= range->most * 1.0001; v *= step) {
		struct point at = place(p, panel, p->bytes.least, v);

		svg_line(p->svg, at, (struct point){ right, at.y }, v == 1 ? &frame : &grid);
		if (rates)
			rate_text(text, v);
		else
			snprintf(text, sizeof text, "%g", v);
		svg_text(p->svg, (struct point){ panel->left - 5, at.y + 3.5 }, 10, "end", text);
	}
	for (double b = p->bytes.least; b <= p->bytes.most * 1.0001; b *= 64) {
		struct point at = place(p, panel, b, range->least);

		svg_line(p->svg, at, (struct point){ at.x, panel->top }, &grid);
		if (sizes)
			svg_text(p->svg, (struct point){ at.x, bottom + 14 }, 10, "middle",
				size_text(text, (size_t)b));
	}
	svg_line(p->svg, (struct point){ panel->left, bottom }, (struct point){ right, bottom },
		&frame);
	svg_line(p->svg, (struct point){ panel->left, panel->top },
		(struct point){ panel->left, bottom }, &frame);
}

/* The values of one line by the rows' sizes, in the order of the file, which is that of sizes. */
typedef double value_of(const struct plot *p, const struct bench_row *row, const char *name);

static double rate_value(const struct plot *p, const struct bench_row *row, const char *name)
{
	if (!maker_is(row->algorithm, name) || maker_best(p->file, row, name) != row)
		return NAN;
	return rate_of(row);
}

static double limit_value(const struct plot *p, const struct bench_row *row, const char *name)
{
	(void)name;
	return merge_best(p->file, row, GROVE) == row
		       ? (double)row->bytes / merge_limit(p->file, row)
		       : NAN;
}

static double ratio_value(const struct plot *p, const struct bench_row *row, const char *name)
{
	(void)name;
	return merge_best(p->file, row, GROVE) == row ? ratio_of(p->file, row) : NAN;
}

/* The row of that collective with the least size above `bytes` that has a value. */
static const struct bench_row *next_row(const struct plot *p, const char *collective, size_t bytes,
	value_of *value, const char *name)
{
	const struct bench_row *next = NULL;

	for (size_t i = 0; i < p->file->rows; i++) {
		const struct bench_row *row = &p->file->row[i];

		if (row->nodes == p->nodes && !strcmp(row->collective, collective) &&
			row->bytes > bytes && (!next || row->bytes < next->bytes) &&
			isfinite(value(p, row, name)))
			next = row;
	}
	return next;
}

static void curve(const struct plot *p, const struct plot_panel *panel, const char *collective,
	value_of *value, int k, const struct pen *pen)
{
	const char *name = k < 0 ? "" : p->name[k];
	const struct bench_row *row = NULL;
	struct point before = { 0 };
	bool any = false;

	while ((row = next_row(p, collective, row ? row->bytes : 0, value, name)) != NULL) {
		struct point at = place(p, panel, (double)row->bytes, value(p, row, name));

		if (any)
			svg_line(p->svg, before, at, pen);
		if (k >= 0)
			mark(p->svg, k, at, pen->colour);
		before = at;
		any = true;
	}
}

static struct pen pen_of(int k, char colour[SVG_COLOUR])
{
	return (struct pen){ svg_colour(k, colour), svg_dashes(k), k ? 1.4 : 2.2 };
}

static void draw_collective(const struct plot *p, int i)
{
	double left = LEFT + (double)(i % COLUMNS) * (WIDTH + LEFT + GAP);
	double top = TOP + (double)(i / COLUMNS) * (HEIGHT + LOW + 3 * GAP);
	struct plot_panel high = { left, top, HEIGHT, p->rate };
	struct plot_panel low = { left, top + HEIGHT + GAP / 2.0, LOW, p->ratio };
	const char *collective = p->collective[i];
	char colour[SVG_COLOUR];
	struct pen pen;

	svg_text(p->svg, (struct point){ left, top - 8 }, 14, "start", collective);
	axes(p, &high, false, true);
	axes(p, &low, true, false);
	svg_text(p->svg, (struct point){ left + 6, low.top + 12 }, 10, "start",
		"fastest peer's time / grove's");
	curve(p, &high, collective, limit_value, -1, &limit_pen);
	for (int k = p->names - 1; k >= 0; k--) {
		pen = pen_of(k, colour);
		curve(p, &high, collective, rate_value, k, &pen);
	}
	pen = pen_of(0, colour);
	curve(p, &low, collective, ratio_value, 0, &pen);
}

static void draw_legend(const struct plot *p)
{
	struct point at = { LEFT, 34 };
	char colour[SVG_COLOUR];

	for (int k = -1; k < p->names; k++) {
		struct pen pen = k < 0 ? limit_pen : pen_of(k, colour);
		const char *name = k < 0 ? "limit: plain memcpy of what is written" : p->name[k];

		svg_line(p->svg, at, (struct point){ at.x + 34, at.y }, &pen);
		if (k >= 0)
			mark(p->svg, k, (struct point){ at.x + 17, at.y }, pen.colour);
		svg_text(p->svg, (struct point){ at.x + 40, at.y + 4 }, 12, "start", name);
		at.x += 64 + 7 * (double)strlen(name);
	}
}

int plot_write(const char *path, const struct bench_file *file, long long nodes)
{
	struct plot p = { .file = file, .nodes = nodes };
	char title[128];
	int lines, columns;
	bool bad;

	survey(&p);
	if (!p.collectives || p.bytes.least >= p.bytes.most)
		return 0;
	p.svg = fopen(path, "w");
	if (!p.svg)
		return why(EIO, "%s cannot be written", path);
	lines = (p.collectives + COLUMNS - 1) / COLUMNS;
	columns = p.collectives < COLUMNS ? p.collectives : COLUMNS;
	snprintf(title, sizeof title,
		"%lld nodes: bytes of a block in a second, over the size of a block", nodes);
	svg_begin(p.svg, columns * (WIDTH + LEFT + GAP) + GAP + (columns < 2 ? 500 : 0),
		TOP + lines * (HEIGHT + LOW + 3 * GAP), title);
	svg_text(p.svg, (struct point){ LEFT, 18 }, 14, "start", title);
	draw_legend(&p);
	for (int i = 0; i < p.collectives; i++)
		draw_collective(&p, i);
	svg_end(p.svg);
	bad = ferror(p.svg) != 0;
	return fclose(p.svg) || bad ? why(EIO, "%s cannot be written", path) : 0;
}
