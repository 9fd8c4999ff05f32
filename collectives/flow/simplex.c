/* Solves the linear program of the step lengths by the simplex method. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include "base/error.h"
#include "collectives/flow/simplex.h"

/* There are at most 64 variables and a few dozen inequalities, so each program is solved on a dense
 * tableau, from the beginning. The tableau belongs to the dual program,
 *	maximise sum of least_j y_j so that for each i sum of factor_ji y_j <= 1 - i tilt, y >= 0.
 * y = 0 is a vertex of the dual program. So there is no first phase, and a new inequality is a new
 * column. At the end the prices of the slacks are the solution x. */
struct tableau {
	int rows, columns; /* the right hand side is column `columns`; the prices are row `rows` */
	double *cell;
};

static double *at(const struct tableau *t, int row, int column)
{
	return &t->cell[(size_t)row * (size_t)(t->columns + 1) + (size_t)column];
}

static const double small = 1e-10;

/* Returns the column of the highest price, or -1 if no price is positive. */
static int enter(const struct tableau *t)
{
	int best = -1;

	for (int j = 0; j < t->columns; j++)
		if (*at(t, t->rows, j) > (best < 0 ? small : *at(t, t->rows, best)))
			best = j;
	return best;
}

/* Returns the row that limits the column most, or -1 if no row limits the column. */
static int leave(const struct tableau *t, int column)
{
	double least = INFINITY;
	int best = -1;

	for (int i = 0; i < t->rows; i++) {
		double cell = *at(t, i, column);

		if (cell > small && *at(t, i, t->columns) / cell < least) {
			least = *at(t, i, t->columns) / cell;
			best = i;
		}
	}
	return best;
}

static void pivot(struct tableau *t, int row, int column)
{
	double by = *at(t, row, column);

	for (int j = 0; j <= t->columns; j++)
		*at(t, row, j) /= by;
	for (int i = 0; i <= t->rows; i++) {
		double times = *at(t, i, column);

		for (int j = 0; i != row && times != 0 && j <= t->columns; j++)
			*at(t, i, j) -= times * *at(t, row, j);
	}
}

static void fill(struct tableau *t, const struct inequality *row, int rows, double tilt)
{
	for (int j = 0; j < rows; j++) {
		double largest = 0;

		for (int i = 0; i < t->rows; i++)
			largest = fmax(largest, fabs(row[j].factor[i]));
		for (int i = 0; i < t->rows; i++)
			*at(t, i, j) = row[j].factor[i] / largest;
		*at(t, t->rows, j) = row[j].least / largest;
	}
	for (int i = 0; i < t->rows; i++) {
		*at(t, i, rows + i) = 1;
		*at(t, i, t->columns) = 1 - i * tilt;
	}
}

int simplex(const struct inequality *row, int rows, int terms, double tilt, double *x)
{
	struct tableau t = { .rows = terms, .columns = rows + terms };
	int column, turns = 0, error = 0;

	t.cell = calloc((size_t)(terms + 1) * (size_t)(t.columns + 1), sizeof *t.cell);
	if (!t.cell)
		return why(ENOMEM, "no memory for a linear program");
	fill(&t, row, rows, tilt);
	while (!error && (column = enter(&t)) >= 0) {
		int out = leave(&t, column);

		if (out < 0 || turns++ > 100 * t.columns)
			error = -ENOENT;
		else
			pivot(&t, out, column);
	}
	for (int i = 0; i < terms && !error; i++)
		x[i] = fmax(0, -*at(&t, terms, rows + i));
	free(t.cell);
	return error;
}
