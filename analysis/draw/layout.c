/* Lays out cubes inside cubes, circles, and butterflies in rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
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

/* ---- Cubes: a square, a cube seen from the side, a cube in a cube, then copies side by side ----
 *
 *	10---11      110--111
 *	 |   |       /|   /|       dimension 3: the same cube, larger, around it
 *	00---01   100--101 ...     dimensions 4, 5, ...: to the right, up, to the right, ...   */
struct point cube_place(int v, int n)
{
	static const struct point axis[3] = { { 1, 0 }, { 0, -1 }, { 0.47, -0.36 } };
	struct point at = { -0.735, 0.68 }; /* so that the middle of the cube is (0, 0) */
	double scale = n <= 3 ? 1.9 : v >> 3 & 1 ? 4.8 : 1.25, apart = 9;

	for (int i = 0; i < 3; i++)
		if (v >> i & 1)
			at = plus(at, axis[i]);
	at = (struct point){ at.x * scale, at.y * scale };
	for (int i = 4; i < n; i++) {
		if (v >> i & 1)
			at = plus(at, i % 2 ? (struct point){ 0.5, -apart }
					    : (struct point){ apart, -0.5 });
		apart *= i % 2 ? 2.1 : 1;
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

/* Moves all nodes so that the least coordinates are 0. */
static void frame(struct layout *layout, int nodes)
{
	struct point low = layout->at[0], high = low;

	for (int v = 0; v < nodes; v++) {
		low.x = fmin(low.x, layout->at[v].x);
		low.y = fmin(low.y, layout->at[v].y);
		high.x = fmax(high.x, layout->at[v].x);
		high.y = fmax(high.y, layout->at[v].y);
	}
	for (int v = 0; v < nodes; v++)
		layout->at[v] = (struct point){ layout->at[v].x - low.x, layout->at[v].y - low.y };
	layout->width = high.x - low.x;
	layout->height = fmax(high.y - low.y, layout->wrap);
}

int layout_open(struct layout *layout, const struct network *net)
{
	struct network whole = *net;

	*layout = (struct layout){ .at = calloc((size_t)net->nodes, sizeof *layout->at) };
	if (!layout->at)
		return why(ENOMEM, "no memory to draw %s", net->name);
	if (net->whole)
		whole.kind = net->whole;
	place_of (&whole)(&whole, layout->at);
	if (!strcmp(whole.kind->name, "butterfly"))
		layout->wrap = LEVEL * net->dimension;
	frame(layout, net->nodes);
	return 0;
}

void layout_free(struct layout *layout)
{
	free(layout->at);
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
