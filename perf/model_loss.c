/* Computes the errors of predictions and the time that auto's choices lose. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/model_loss.h"

double loss_error(const struct loss_row *row)
{
	if (!(row->predicted > 0) || !(row->measured > 0))
		return NAN;
	return fmax(row->predicted / row->measured, row->measured / row->predicted);
}

/* The rows of a point follow one another. */
double loss_of(const struct loss_row *row, int rows, int chosen)
{
	double least = row[chosen].measured;

	for (int i = chosen; i >= 0 && row[i].point == row[chosen].point; i--)
		least = fmin(least, row[i].measured);
	for (int i = chosen; i < rows && row[i].point == row[chosen].point; i++)
		least = fmin(least, row[i].measured);
	return row[chosen].measured / least;
}

bool loss_same_group(const struct loss_row *a, const struct loss_row *b, enum loss_key key)
{
	switch (key) {
	case LOSS_COLLECTIVE:
		return !strcmp(a->collective, b->collective);
	case LOSS_NETWORK:
		return !strcmp(a->network, b->network);
	case LOSS_BYTES:
		return a->bytes == b->bytes;
	case LOSS_DATA:
		return a->data == b->data;
	case LOSS_FORWARD:
		return a->forward == b->forward;
	default:
		return true;
	}
}

static int ascending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Returns the least error that 95 % of the rows do not exceed. Sorts the errors. */
static double percentile_95(double *error, int rows)
{
	qsort(error, (size_t)rows, sizeof *error, ascending);
	return rows ? error[(int)ceil(0.95 * rows) - 1] : NAN;
}

int loss_figures(struct loss_figures *figures, const struct loss_row *row, int rows, int example,
	enum loss_key key)
{
	double *error = calloc((size_t)rows, sizeof *error),
	       *loss = calloc((size_t)rows, sizeof *loss);
	int errors = 0, losses = 0;

	*figures = (struct loss_figures){ .worst_loss = NAN };
	for (int i = 0; error && loss && i < rows; i++) {
		if (!loss_same_group(&row[i], &row[example], key))
			continue;
		if (isfinite(loss_error(&row[i])))
			error[errors++] = loss_error(&row[i]);
		if (row[i].chosen) {
			loss[losses] = loss_of(row, rows, i);
			figures->worst_loss = fmax(figures->worst_loss, loss[losses++]);
		}
	}
	if (error && loss) {
		figures->rows = errors;
		figures->points = losses;
		figures->error = stats_geometric_mean(error, (size_t)errors);
		figures->error_95 = percentile_95(error, errors);
		figures->loss = stats_geometric_mean(loss, (size_t)losses);
	}
	free(loss);
	free(error);
	return error && loss ? 0 : why(ENOMEM, "no memory for the errors of %d rows", rows);
}
