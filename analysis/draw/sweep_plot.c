/* Draws plots of measured sweeps: time and link bandwidth over size, several series in one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <string.h>
#include "base/error.h"
#include "analysis/draw/log_axis.h"
#include "analysis/draw/svg.h"
#include "analysis/draw/sweep_plot.h"

/* All numbers are pixels. */
enum {
	WIDTH = 1000,
	LEFT = 84, /* of the first panel */
	TOP = 80,
	PANEL_WIDTH = 380,
	PANEL_HEIGHT = 320,
	PANEL_APART = 490, /* from the left of a panel to the left of the next */
	LEGEND = 58,	   /* from the panels to the legend */
	LEGEND_LEFT = LEFT - 10,
	LEGEND_LINE = 21,
	LEGEND_COLUMNS = 2,
	KEYS = 3, /* kinds of lines */
	FONT = 12
};

enum curve {
	TIME,
	PREDICTED,
	RATE,
	PEAK
};

struct plot_panel {
	const char *title;
	enum curve measured, expected; /* drawn through and broken */
	struct log_axis x, y;
};

static const struct pen grid = { "#e3e6e9", "", 1 }, frame = { "#8a9096", "", 1 };

/* The dashes of the curve `expected` in each panel, and of the legend. */
static const char PREDICTED_DASHES[] = "7 4", PEAK_DASHES[] = "2 3";

static double value_of(const struct sweep_point *point, enum curve curve)
{
	return curve == TIME	    ? point->time
	       : curve == PREDICTED ? point->predicted
	       : curve == RATE	    ? point->rate
				    : point->peak;
}

static bool is_drawn(const struct sweep_point *point, enum curve curve)
{
	double value = value_of(point, curve);

	return point->bytes > 0 && isfinite(value) && value > 0;
}

/* ---- A panel: axes and curves ---- */

/* Finds the axes of a panel. Returns false if there is nothing to draw. */
static bool find_axes(struct plot_panel *panel, const struct sweep_plot *plot)
{
	for (size_t i = 0; i < plot->count; i++)
		for (size_t k = 0; k < plot->series[i].points; k++) {
			const struct sweep_point *point = &plot->series[i].point[k];

			if (!is_drawn(point, panel->measured))
				continue;
			log_axis_include(&panel->x, point->bytes);
			log_axis_include(&panel->y, value_of(point, panel->measured));
			log_axis_include(&panel->y, value_of(point, panel->expected));
		}
	return log_axis_round(&panel->x) && log_axis_round(&panel->y);
}

static struct point place(const struct plot_panel *panel, double bytes, double value)
{
	return (struct point){ log_axis_at(&panel->x, bytes), log_axis_at(&panel->y, value) };
}

static void draw_axes(const struct plot_panel *panel, FILE *file)
{
	const struct log_axis *x = &panel->x, *y = &panel->y;
	char text[TICK_TEXT];
	double value;

	for (int i = 0; (value = log_axis_tick(x, i, text)) > 0; i++) {
		struct point at = { log_axis_at(x, value), y->from };

		svg_line(file, at, (struct point){ at.x, y->to }, &grid);
		svg_text(file, (struct point){ at.x, at.y + 17 }, FONT - 1, "middle", text);
	}
	for (int i = 0; (value = log_axis_tick(y, i, text)) > 0; i++) {
		struct point at = { x->from, log_axis_at(y, value) };

		svg_line(file, at, (struct point){ x->to, at.y }, &grid);
		svg_text(file, (struct point){ at.x - 7, at.y + 4 }, FONT - 1, "end", text);
	}
	svg_line(
		file, (struct point){ x->from, y->from }, (struct point){ x->to, y->from }, &frame);
	svg_line(
		file, (struct point){ x->from, y->from }, (struct point){ x->from, y->to }, &frame);
	svg_text(file, (struct point){ x->from, y->to - 12 }, FONT + 1, "start", panel->title);
	svg_text(file, (struct point){ (x->from + x->to) / 2, y->from + 38 }, FONT, "middle",
		"size of a block");
}

static void draw_curve(const struct plot_panel *panel, const struct sweep_series *series,
	enum curve curve, const struct pen *pen, FILE *file)
{
	svg_curve_begin(file);
	for (size_t k = 0; k < series->points; k++)
		if (is_drawn(&series->point[k], curve) &&
			is_drawn(&series->point[k], panel->measured))
			svg_curve_point(file, place(panel, series->point[k].bytes,
						      value_of(&series->point[k], curve)));
	svg_curve_end(file, pen);
}

/* Draws the interval of a time as a line through its mark. */
static void draw_interval(const struct plot_panel *panel, const struct sweep_point *point,
	const char *colour, FILE *file)
{
	struct pen pen = { colour, "", 1 };

	if (panel->measured == TIME && point->low > 0 && isfinite(point->high))
		svg_line(file, place(panel, point->bytes, fmax(point->low, panel->y.low)),
			place(panel, point->bytes, fmin(point->high, panel->y.high)), &pen);
}

static void draw_series(
	const struct plot_panel *panel, const struct sweep_plot *plot, int i, FILE *file)
{
	const struct sweep_series *series = &plot->series[i];
	char colour[SVG_COLOUR];
	struct pen solid = { svg_colour(i, colour), "", 2 };
	struct pen broken = { solid.colour,
		panel->expected == PREDICTED ? PREDICTED_DASHES : PEAK_DASHES, 1.3 };

	draw_curve(panel, series, panel->expected, &broken, file);
	draw_curve(panel, series, panel->measured, &solid, file);
	for (size_t k = 0; k < series->points; k++) {
		const struct sweep_point *point = &series->point[k];

		if (!is_drawn(point, panel->measured))
			continue;
		draw_interval(panel, point, solid.colour, file);
		svg_marker(file, place(panel, point->bytes, value_of(point, panel->measured)), 4, i,
			solid.colour);
	}
}

/* Draws a panel, or tells why it is empty. Returns false if it is empty. */
static bool draw_panel(struct plot_panel *panel, const struct sweep_plot *plot, FILE *file)
{
	bool found = find_axes(panel, plot);

	if (!found) {
		svg_text(file, (struct point){ panel->x.from, TOP + PANEL_HEIGHT / 2 }, FONT,
			"start", "No bytes were measured over a link.");
		return false;
	}
	draw_axes(panel, file);
	for (size_t i = 0; i < plot->count; i++)
		draw_series(panel, plot, (int)i, file);
	return true;
}

/* ---- The legend ---- */

static void draw_key(struct point at, const struct pen *pen, const char *text, FILE *file)
{
	svg_line(file, at, (struct point){ at.x + 34, at.y }, pen);
	svg_text(file, (struct point){ at.x + 42, at.y + 4 }, FONT, "start", text);
}

/* Returns the place of a line of the legend, counted column by column. */
static struct point legend_place(int i, int lines)
{
	return (struct point){ LEGEND_LEFT + i / lines * PANEL_APART,
		TOP + PANEL_HEIGHT + LEGEND + i % lines * LEGEND_LINE };
}

static int legend_lines(const struct sweep_plot *plot)
{
	return ((int)plot->count + KEYS + LEGEND_COLUMNS - 1) / LEGEND_COLUMNS;
}

static void draw_legend(const struct sweep_plot *plot, FILE *file)
{
	static const struct pen keys[KEYS] = { { "#222", "", 2 }, { "#222", PREDICTED_DASHES, 1.3 },
		{ "#222", PEAK_DASHES, 1.3 } };
	static const char *const texts[KEYS] = { "measured, with its 95 % interval",
		"predicted by the model", "a link's peak" };
	int lines = legend_lines(plot), count = (int)plot->count;
	char name[5 * SWEEP_NAME + 8], colour[SVG_COLOUR];

	for (int i = 0; i < count; i++) {
		const struct sweep_series *s = &plot->series[i];
		struct pen pen = { svg_colour(i, colour), "", 2 };
		struct point at = legend_place(i, lines);

		snprintf(name, sizeof name, "%s%s%s %s %s%s%s", s->run, s->run[0] ? ": " : "",
			s->collective, s->algorithm, s->network, s->data[0] ? ", " : "", s->data);
		draw_key(at, &pen, name, file);
		svg_marker(file, (struct point){ at.x + 17, at.y }, 4, i, pen.colour);
	}
	for (int i = 0; i < KEYS; i++)
		draw_key(legend_place(count + i, lines), &keys[i], texts[i], file);
}

/* ---- The picture ---- */

static struct plot_panel panel_at(int i)
{
	double left = LEFT + i * PANEL_APART;
	struct log_axis x = { .quantity = BYTES, .from = left, .to = left + PANEL_WIDTH };
	struct log_axis y = {
		.quantity = i ? BYTES_PER_SECOND : SECONDS, .from = TOP + PANEL_HEIGHT, .to = TOP
	};

	return i ? (struct plot_panel){ "bandwidth of the busiest link", RATE, PEAK, x, y }
		 : (struct plot_panel){ "time of one operation", TIME, PREDICTED, x, y };
}

int sweep_plot_draw(const struct sweep_plot *plot, FILE *file)
{
	struct plot_panel time = panel_at(0), rate = panel_at(1), probe = time;
	int height = TOP + PANEL_HEIGHT + LEGEND + legend_lines(plot) * LEGEND_LINE;

	if (!find_axes(&probe, plot))
		return why(EINVAL, "there is nothing to plot: no row has both a size and a time");
	svg_begin(file, WIDTH, height, "Time and bandwidth over size");
	svg_text(file, (struct point){ LEGEND_LEFT, 24 }, FONT + 3, "start",
		"Time and bandwidth over size");
	if (plot->subtitle)
		svg_text(
			file, (struct point){ LEGEND_LEFT, 43 }, FONT - 1, "start", plot->subtitle);
	draw_panel(&time, plot, file);
	draw_panel(&rate, plot, file);
	draw_legend(plot, file);
	svg_end(file);
	return 0;
}
