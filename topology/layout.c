/* Lays networks out on paper: cubes in cubes, circles of circles. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/why.h"
#include "topology/layout.h"

#define TURN 6.283185307179586 /* in radians */

static struct point polar(double radius, double turns)
{
	return (struct point){ radius * cos(TURN * turns), radius * sin(TURN * turns) };
}

static struct point plus(struct point a, struct point b)
{
	return (struct point){ a.x + b.x, a.y + b.y };
}

/* ---- Cubes: a square, a cube seen from the side, a cube in a cube, then copies side by side ----
 *
 *	10---11      110--111
 *	 |   |       /|   /|       dimension 3: the same cube, larger, around it
 *	00---01   100--101 ...     dimensions 4, 5, ...: to the right, up, to the right, ...   */
static struct point cube_place(int v, int n)
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

/* ---- Digits: the values of a digit on a circle, whose points are the circles of the digit below
 * it; two values side by side, or one above the other ---- */

static double circle(int k, double *size)
{
	double radius = k == 1 ? 0 : *size / (2 * sin(TURN / 2 / k));

	*size = *size * 1.1 + 2 * radius;
	return radius;
}

static struct point on_circle(double radius, int i, int k, int level)
{
	/* Each level is turned a little, so that its links do not lie on those of the level below. */
	double turned = 0.055 * level;

	if (k == 2)
		return polar(radius, turned - 0.25 * (level % 2) + 0.5 * (1 - i));
	return polar(radius, turned - 0.25 + (double)i / k);
}

static void place_digits(const struct network *net, struct point *at)
{
	double size = 1.3;

	for (int i = 0; i < net->digits; i++) {
		double radius = circle(net->radix[i], &size);

		for (int v = 0; v < net->nodes; v++)
			at[v] = plus(at[v], on_circle(radius, v / net->place[i] % net->radix[i],
						    net->radix[i], i));
	}
}

static void place_around(const struct network *net, struct point *at)
{
	double size = 1, radius = circle(net->nodes, &size);

	for (int v = 0; v < net->nodes; v++)
		at[v] = on_circle(radius, v, net->nodes, 0);
}

/* ---- */

static void place(const struct network *net, struct layout *layout)
{
	if (!strcmp(net->kind->name, "cube"))
		for (int v = 0; v < net->nodes; v++)
			layout->at[v] = cube_place(v, net->digits);
	else if (net->digits)
		place_digits(net, layout->at);
	else
		place_around(net, layout->at);
}

/* Moves all so that the least coordinates are 0. */
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
	layout->height = high.y - low.y;
}

int layout_open(struct layout *layout, const struct network *net)
{
	*layout = (struct layout){ .at = calloc((size_t)net->nodes, sizeof *layout->at) };
	if (!layout->at)
		return why(ENOMEM, "no memory to draw %s", net->name);
	place(net, layout);
	frame(layout, net->nodes);
	return 0;
}

void layout_free(struct layout *layout)
{
	free(layout->at);
}
