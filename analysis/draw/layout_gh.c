/* Lays out generalized hypercubes, tori and meshes as grids. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/draw/layout_points.h"

/* Rows and columns of the grid are cliques, rings or paths. The third digit goes aslant, to the
 * back. The fourth and further digits make copies: to the right, down, to the right, ... Rows are
 * bent, so that no three nodes of a clique lie on a line and each link is visible, and a link that
 * leads round a ring is the chord of the bow. The rows of a mesh are straight. */

struct digit_axis {
	struct point along, aside; /* a step of the digit; the bend at the middle of a row */
};

static struct digit_axis digit_axis(const struct network *net, int i)
{
	static const struct digit_axis axis[3] = {
		{ { 1.9, 0 }, { 0, -0.14 } },
		{ { 0, 1.6 }, { -0.14, 0 } },
		{ { 1.05, -0.62 }, { -0.07, -0.08 } },
	};
	double wide = net->dimension > 2 ? 1.05 * net->radix[2] / 1.9 + 1 : 1;
	double high = net->dimension > 2 ? 0.62 * net->radix[2] / 1.6 + 1 : 1;
	struct digit_axis found = axis[i < 3 ? i : (i + 1) % 2];

	if (i == 0)
		found.along.x *= wide;
	if (i == 1)
		found.along.y *= high;
	if (i < 3)
		return found;
	found.along = i % 2 ? (struct point){ 1.9 * wide * net->radix[0] + 1, 0.35 }
			    : (struct point){ 0.35, 1.6 * high * net->radix[1] + 1 };
	for (int k = i - 2; k >= 3; k -= 2)
		found.along = (struct point){ found.along.x * net->radix[k],
			found.along.y * net->radix[k] };
	return found;
}

/* Returns the bend at a digit's value: 0 at the ends of a row, the radix in the middle. */
static double bent(int value, int radix)
{
	double t = radix > 2 ? 2.0 * value / (radix - 1) - 1 : 1;

	return radix * (1 - t * t);
}

static void place_rows(const struct network *net, struct point *at, bool bow)
{
	for (int i = 0; i < net->dimension; i++) {
		struct digit_axis axis = digit_axis(net, i);

		for (int v = 0; v < net->nodes; v++) {
			int value = v / net->place[i] % net->radix[i];
			double aside = bow ? bent(value, net->radix[i]) : 0;

			at[v].x += value * axis.along.x + aside * axis.aside.x;
			at[v].y += value * axis.along.y + aside * axis.aside.y;
		}
	}
}

void place_digits(const struct network *net, struct point *at)
{
	place_rows(net, at, true);
}

void place_grid(const struct network *net, struct point *at)
{
	place_rows(net, at, false);
}
