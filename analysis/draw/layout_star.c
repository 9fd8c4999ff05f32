/* Lays star graphs out: labels with the same last symbol are a smaller one, down to hexagons. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/draw/layout_points.h"

/* Takes the last symbol off the label of that lexicographic rank: returns it, and leaves the rank of
 * the rest, in which the symbols above it count one less. */
static int last_symbol(int *rank, int symbols)
{
	int digit[16], last = 0, rest = 0;

	/* Digits of the factorial system: digit i counts lesser symbols among those not yet used. */
	for (int i = symbols - 1, left = *rank, base = 1; i >= 0; i--, base++) {
		digit[i] = left % base;
		left /= base;
	}
	for (int i = symbols - 2; i >= 0; i--)
		last += digit[i] <= last;
	/* Digits that counted the last symbol, which stands behind all, lose it. Here `symbol` is its
	 * place among those not yet used. */
	for (int i = 0, symbol = last; i < symbols - 1; i++) {
		int less = digit[i] > symbol;

		rest = rest * (symbols - 1 - i) + digit[i] - less;
		symbol -= !less;
	}
	*rank = rest;
	return last;
}

void place_star(const struct network *net, struct point *at)
{
	static const int hexagon[6] = { 0, 3, 1, 4, 2, 5 };
	int symbols = net->ports + 1;
	double size = 1, radius[16] = { 0 };

	if (symbols < 3) {
		for (int v = 0; v < net->nodes; v++)
			at[v].x = v;
		return;
	}
	radius[3] = circle(6, &size);
	for (int i = 4; i <= symbols; i++)
		radius[i] = circle(i, &size);
	for (int v = 0; v < net->nodes; v++) {
		int rank = v;

		for (int i = symbols; i > 3; i--) {
			int last = last_symbol(&rank, i);

			at[v] = plus(at[v], on_circle(radius[i], last, i));
		}
		at[v] = plus(at[v], on_circle(radius[3], hexagon[rank % 6], 6));
	}
}
