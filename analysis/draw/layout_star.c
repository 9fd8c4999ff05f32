/* Lays out star graphs: labels with the same last symbol form a smaller star graph. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/draw/layout_points.h"

/* Removes the last symbol from the label of that lexicographic rank. Returns the symbol and sets
 * `rank` to the rank of the rest, where each symbol above the removed symbol counts 1 less. */
static int last_symbol(int *rank, int symbols)
{
	int digit[16], last = 0, rest = 0;

	/* Digits of the factorial system: digit i counts the lesser symbols not yet used. */
	for (int i = symbols - 1, left = *rank, base = 1; i >= 0; i--, base++) {
		digit[i] = left % base;
		left /= base;
	}
	for (int i = symbols - 2; i >= 0; i--)
		last += digit[i] <= last;
	/* A digit that counts the last symbol becomes 1 less, because the last symbol follows all
	 * others. `symbol` is the last symbol's place among the symbols not yet used. */
	for (int i = 0, symbol = last; i < symbols - 1; i++) {
		int less = digit[i] > symbol;

		rest = rest * (symbols - 1 - i) + digit[i] - less;
		symbol -= !less;
	}
	*rank = rest;
	return last;
}

/* Places the smaller star graphs on circles, down to hexagons, which are star graphs of three
 * symbols. */
void place_star(const struct network *net, struct point *at)
{
	static const int hexagon[6] = { 0, 3, 1, 4, 2, 5 };
	int symbols = net->dimension;
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
