/* Bends the links that would pass behind a node at the end of other links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "analysis/draw/layout_points.h"
#include "analysis/draw/sheet.h"

/* A link that is not a straight line is a parabola: the quadratic Bezier curve from end to end with
 * a control point, which is the bend. The bends nearest to the middle of the link are tried
 * first. */

enum {
	MOST_BENT = 160, /* nodes: nobody can follow the links of a larger network */
	PIECES = 20,	 /* straight pieces of a curve */
	ASIDE = 90	 /* bends tried on each side */
};

static const double CLEAR = 0.05, NEXT_BEND = 0.15;

/* The boxes of the labels, and the ends of the link that is being tried. */
struct boxes {
	const struct layout *layout;
	int nodes;
	double wide, high; /* half of a box */
	struct point from, to;
};

static struct boxes boxes_of(const struct layout *layout, const struct network *net)
{
	struct boxes boxes = { .layout = layout, .nodes = net->nodes };
	char label[NETWORK_LABEL];
	double width = 0;

	for (int v = 0; v < net->nodes; v++) {
		network_label(net, v, label);
		width = fmax(width, svg_pill_width(SHEET_LABEL, label));
	}
	boxes.wide = width / 2 / SHEET_UNIT + CLEAR;
	boxes.high = svg_pill_height(SHEET_LABEL) / 2 / SHEET_UNIT + CLEAR;
	return boxes;
}

/* Narrows the part low ... high of a line to where at + t * step lies between -half and half. */
static void narrow(double at, double step, double half, double *low, double *high)
{
	double a = (-half - at) / step, b = (half - at) / step;

	if (step == 0) {
		*high = fabs(at) < half ? *high : -1;
		return;
	}
	*low = fmax(*low, fmin(a, b));
	*high = fmin(*high, fmax(a, b));
}

static bool line_meets(const struct boxes *boxes, struct point a, struct point b, struct point box)
{
	double low = 0, high = 1;

	narrow(a.x - box.x, b.x - a.x, boxes->wide, &low, &high);
	narrow(a.y - box.y, b.y - a.y, boxes->high, &low, &high);
	return low < high;
}

static bool same_point(struct point a, struct point b)
{
	return fabs(a.x - b.x) < 1e-9 && fabs(a.y - b.y) < 1e-9;
}

/* Returns true if the curve, or the line if `pieces` is 1, passes behind that box. */
static bool curve_meets(const struct boxes *boxes, struct point bend, int pieces, struct point box)
{
	struct point at = boxes->from;

	if (same_point(box, boxes->from) || same_point(box, boxes->to))
		return false;
	for (int i = 1; i <= pieces; i++) {
		struct point next = pieces == 1 ? boxes->to
						: svg_curve_at(boxes->from, bend, boxes->to,
							  (double)i / pieces);

		if (line_meets(boxes, at, next, box))
			return true;
		at = next;
	}
	return false;
}

/* Returns true if no node but the ends is in front of the curve. */
static bool is_clear(const struct boxes *boxes, struct point bend, int pieces)
{
	const struct layout *layout = boxes->layout;
	double left = fmin(fmin(boxes->from.x, boxes->to.x), bend.x) - boxes->wide;
	double right = fmax(fmax(boxes->from.x, boxes->to.x), bend.x) + boxes->wide;

	for (int v = 0; v < boxes->nodes; v++) {
		struct point box = layout->at[v];

		if (box.x < left || box.x > right)
			continue;
		if (curve_meets(boxes, bend, pieces, box))
			return false;
		box.y += layout->wrap;
		if (layout->wrap > 0 && layout->at[v].y <= 0 &&
			curve_meets(boxes, bend, pieces, box))
			return false;
	}
	return true;
}

/* Finds the bend nearest to the middle for which the curve is clear: aside of the middle, or of the
 * ends and quarters. Returns false, with the bend as before, if there is none. */
static bool find_bend(const struct boxes *boxes, struct point *bend)
{
	static const double places[] = { 0.5, 0.25, 0.75, 0, 1 };
	double x = boxes->to.x - boxes->from.x, y = boxes->to.y - boxes->from.y;
	double length = hypot(x, y);

	for (int i = 2; i < 2 * ASIDE; i++)
		for (int k = 0; k < 5; k++) {
			double aside = (i % 2 ? -1 : 1) * (i / 2) * NEXT_BEND / length;
			struct point at = { boxes->from.x + places[k] * x - aside * y,
				boxes->from.y + places[k] * y + aside * x };

			if (!is_clear(boxes, at, PIECES))
				continue;
			*bend = at;
			return true;
		}
	return false;
}

/* Finds the bend of a link, if the link needs a bend. Returns false if no bend helps. */
static bool bend_link(struct boxes *boxes, const struct network *net, int v, int port)
{
	const struct layout *layout = boxes->layout;
	struct point middle;

	layout_link(layout, net, v, port, &boxes->from, &boxes->to);
	middle = svg_curve_at(boxes->from, boxes->from, boxes->to, 0.5);
	return is_clear(boxes, middle, 1) || find_bend(boxes, &layout->bend[v * net->ports + port]);
}

bool layout_find_bends(struct layout *layout, const struct network *net)
{
	struct boxes boxes;
	bool clear = true;

	if (net->nodes > MOST_BENT)
		return true;
	boxes = boxes_of(layout, net);
	for (int v = 0; v < net->nodes; v++)
		for (int p = 0; p < net->ports; p++) {
			layout->bend[v * net->ports + p].x = NAN;
			if (v < network_neighbour(net, v, p)) /* -1: there is no link */
				clear &= bend_link(&boxes, net, v, p);
		}
	return clear;
}
