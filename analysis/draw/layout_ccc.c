/* Lays out cube-connected cycles: a cycle at each corner of a cube. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdlib.h>
#include "analysis/draw/layout_points.h"

/* A node's place is between two places: the side of the node's neighbour in the cube, and the place
 * that spreads the nodes evenly around the corner. The place is nearer to the second, so that nodes
 * do not cover one another. */

/* Places a corner. With more than three dimensions the corners lie in rows and columns in the order
 * of a Gray code, so that most neighbours are next to one another. */
static struct point corner_place(int x, int d)
{
	int columns = (d + 1) / 2, column = 0, row = 0;
	double apart = 2.6 + 0.42 * d;

	if (d <= 3)
		return (struct point){ cube_place(x, d).x * 2.9, cube_place(x, d).y * 2.9 };
	for (int i = d - 1; i >= columns; i--)
		row = row * 2 + ((row ^ x >> i) & 1);
	for (int i = columns - 1; i >= 0; i--)
		column = column * 2 + ((column ^ x >> i) & 1);
	return (struct point){ column * apart + row * 0.24, row * apart - column * 0.24 };
}

/* The directions of the neighbours of corner x, in turns (full circles), each with its dimension.
 * The order begins after the largest gap. */
struct side_direction {
	double turns;
	int dimension;
};

static int compare_directions(const void *a, const void *b)
{
	double x = ((const struct side_direction *)a)->turns,
	       y = ((const struct side_direction *)b)->turns;

	return (x > y) - (x < y);
}

static void find_directions(struct side_direction *found, int x, int d)
{
	struct point corner = corner_place(x, d);
	double widest = 0, begin = 0;

	for (int i = 0; i < d; i++) {
		struct point other = corner_place(x ^ 1 << i, d);
		double turns = atan2(other.y - corner.y, other.x - corner.x) / TURN;

		found[i] = (struct side_direction){ turns - floor(turns), i };
	}
	qsort(found, (size_t)d, sizeof *found, compare_directions);
	for (int k = 0; k < d; k++) {
		double next = k + 1 < d ? found[k + 1].turns : found[0].turns + 1;

		if (next - found[k].turns > widest) {
			widest = next - found[k].turns;
			begin = next;
		}
	}
	for (int k = 0; k < d; k++)
		found[k].turns += ceil(begin - found[k].turns - 1e-9);
	qsort(found, (size_t)d, sizeof *found, compare_directions);
}

void place_ccc(const struct network *net, struct point *at)
{
	struct side_direction found[32];
	int d = net->dimension;

	for (int x = 0; x < 1 << d; x++) {
		struct point corner = corner_place(x, d);
		double middle = 0;

		find_directions(found, x, d);
		for (int k = 0; k < d; k++)
			middle += found[k].turns / d;
		for (int k = 0; k < d; k++) {
			double even = middle + (k - (d - 1) / 2.0) / d;
			struct point off =
				polar(0.15 + 0.3 * d, 0.75 * even + 0.25 * found[k].turns);

			at[x * d + found[k].dimension] = plus(corner, off);
		}
	}
}
