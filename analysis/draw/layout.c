/* Lays out cubes as copies side by side, circles, and butterflies in rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/array.h"
#include "base/error.h"
#include "analysis/draw/layout.h"
#include "analysis/draw/layout_points.h"

struct point polar(double radius, double turns)
{
	return (struct point){ radius * cos(TURN * turns), radius * sin(TURN * turns) };
}

struct point plus(struct point a, struct point b)
{
	return (struct point){ a.x + b.x, a.y + b.y };
}

/* ---- Cubes: a square, a cube seen from the side, then copies side by side ----
 *
 *	10---11      110--111
 *	 |   |       /|   /|       dimensions 3, 4, 5, ...: copies to the right, up, to the right
 *	00---01   100--101 ...     The axes are aslant, so that no link of cube:4 to cube:6 passes
 *				   behind a third node, and few links of larger cubes.  */
struct point cube_place(int v, int n)
{
	static const struct point axes[3][6] = {
		{ { 1.9, 0 }, { 0, -1.9 }, { 0.893, -0.684 } },
		{ { 1.9, -0.18 }, { 0.15, -1.5 }, { 0.86, -0.5 }, { 4.02, 0.05 },
			{ -0.61, -2.87 } },
		{ { 1.96, 0.02 }, { -0.97, -2.02 }, { 0.49, -1.09 }, { 4.7, -1.08 }, { 0, -4.38 },
			{ 9.39, -1.13 } },
	};
	const struct point *axis = axes[n <= 3 ? 0 : n <= 5 ? 1 : 2];
	struct point at = { -1.4, 1.29 }; /* so that the middle of the cube is (0, 0) */

	for (int i = 0; i < n; i++) {
		int like = i < 6 ? i : 4 + i % 2;
		double apart = pow(2.08, (i - like) / 2);

		if (v >> i & 1)
			at = plus(at, (struct point){ axis[like].x * apart, axis[like].y * apart });
	}
	return at;
}

/* ---- Circles: a complete network ---- */

double circle(int k, double *size)
{
	double radius = k == 1 ? 0 : *size / (2 * sin(TURN / 2 / k));

	*size = *size * 1.1 + 2 * radius;
	return radius;
}

struct point on_circle(double radius, int i, int k)
{
	return polar(radius, (double)i / k - 0.25);
}

static void place_around(const struct network *net, struct point *at)
{
	double size = 1.3, radius = circle(net->nodes, &size);

	for (int v = 0; v < net->nodes; v++)
		at[v] = on_circle(radius, v, net->nodes);
}

static void place_cube(const struct network *net, struct point *at)
{
	for (int v = 0; v < net->nodes; v++)
		at[v] = cube_place(v, net->dimension);
}

/* ---- A column for each label, a row for each level, level 0 again below the last ---- */

enum {
	LEVEL = 2 /* from row to row */
};

/* A layout in which some link cannot be bent around all nodes grows. */
enum {
	MOST_GROWN = 12
};
static const double GROWTH = 1.2;

static void place_butterfly(const struct network *net, struct point *at)
{
	int d = net->dimension;

	for (int v = 0; v < net->nodes; v++)
		at[v] = (struct point){ v / d * 1.25, v % d * LEVEL };
}

/* ---- */

typedef void place(const struct network *net, struct point *at);

static place *place_of(const struct network *net)
{
	static const struct {
		const char *kind;
		place *place;
	} places[] = {
		{ "cube", place_cube },
		{ "star", place_star },
		{ "ccc", place_ccc },
		{ "butterfly", place_butterfly },
		{ "gh", place_digits },
		{ "torus", place_digits },
		{ "mesh", place_grid },
	};

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		if (!strcmp(places[i].kind, net->kind->name) &&
			(net->dimension != 1 || places[i].place != place_digits))
			return places[i].place;
	return place_around;
}

static void include(struct point at, struct point *low, struct point *high)
{
	*low = (struct point){ fmin(low->x, at.x), fmin(low->y, at.y) };
	*high = (struct point){ fmax(high->x, at.x), fmax(high->y, at.y) };
}

/* Includes the link that has this bend. */
static void include_curve(const struct layout *layout, const struct network *net, int link,
	struct point *low, struct point *high)
{
	struct point from, to;

	layout_link(layout, net, link / net->ports, link % net->ports, &from, &to);
	for (int i = 1; i < 8; i++) {
		struct point at = svg_curve_at(from, layout->bend[link], to, i / 8.0);

		if (layout->wrap > 0) /* level 0 stays at 0 */
			at.y = fmax(at.y, low->y);
		include(at, low, high);
	}
}

/* Moves all nodes and bends so that the least coordinates are 0. */
static void frame(struct layout *layout, const struct network *net)
{
	struct point low = layout->at[0], high = low;
	int links = net->nodes * net->ports;

	for (int v = 0; v < net->nodes; v++)
		include(layout->at[v], &low, &high);
	for (int i = 0; i < links; i++)
		if (!isnan(layout->bend[i].x))
			include_curve(layout, net, i, &low, &high);
	low = (struct point){ -low.x, -low.y };
	for (int v = 0; v < net->nodes; v++)
		layout->at[v] = plus(layout->at[v], low);
	for (int i = 0; i < links; i++)
		layout->bend[i] = plus(layout->bend[i], low);
	layout->width = high.x + low.x;
	layout->height = fmax(high.y + low.y, layout->wrap);
}

/* Makes room between the labels. */
static void grow(struct layout *layout, int nodes)
{
	for (int v = 0; v < nodes; v++)
		layout->at[v] =
			(struct point){ GROWTH * layout->at[v].x, GROWTH * layout->at[v].y };
	layout->wrap *= GROWTH;
}

int layout_open(struct layout *layout, const struct network *net)
{
	struct network whole = *net;
	size_t links = (size_t)net->nodes * (size_t)net->ports;

	*layout = (struct layout){ .at = array_zeros((size_t)net->nodes, sizeof *layout->at),
		.bend = array_new(links, sizeof *layout->bend) };
	if (!layout->at || !layout->bend) {
		layout_free(layout);
		return why(ENOMEM, "no memory to draw %s", net->name);
	}
	for (size_t i = 0; i < links; i++)
		layout->bend[i].x = NAN;
	if (net->whole)
		whole.kind = net->whole;
	place_of (&whole)(&whole, layout->at);
	if (!strcmp(whole.kind->name, "butterfly"))
		layout->wrap = LEVEL * net->dimension;
	frame(layout, net);
	for (int i = 0; i < MOST_GROWN && !layout_find_bends(layout, net); i++)
		grow(layout, net->nodes);
	frame(layout, net);
	return 0;
}

void layout_free(struct layout *layout)
{
	free(layout->at);
	free(layout->bend);
	*layout = (struct layout){ 0 };
}

void layout_link(const struct layout *layout, const struct network *net, int v, int port,
	struct point *from, struct point *to)
{
	*from = layout->at[v];
	*to = layout->at[network_neighbour(net, v, port)];
	if (layout->wrap > 0 && from->y - to->y > layout->wrap / 2)
		to->y += layout->wrap;
	else if (layout->wrap > 0 && to->y - from->y > layout->wrap / 2)
		from->y += layout->wrap;
}

bool layout_bend(
	const struct layout *layout, const struct network *net, int v, int port, struct point *bend)
{
	int u = network_neighbour(net, v, port);

	*bend = v < u ? layout->bend[v * net->ports + port]
		      : layout->bend[u * net->ports + network_reverse_port(net, port)];
	return !isnan(bend->x);
}
