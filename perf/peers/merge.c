/* Medians of launches, the best of each side, and the limit by memcpy. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/peers/merge.h"
#include "perf/stats.h"

static bool same_operation(const struct bench_row *a, const struct bench_row *b)
{
	return a->nodes == b->nodes && a->bytes == b->bytes &&
	       !strcmp(a->collective, b->collective);
}

static bool same_row(const struct bench_row *a, const struct bench_row *b)
{
	return same_operation(a, b) && !strcmp(a->algorithm, b->algorithm) &&
	       !strcmp(a->network, b->network);
}

/* All rows one after another, by order of the files. */
static int append(struct bench_file *all, const char *name)
{
	struct bench_file file;
	struct bench_row *row;
	int error = bench_file_read(&file, name);

	if (error)
		return error;
	row = realloc(all->row, (all->rows + file.rows + 1) * sizeof *row);
	if (row) {
		all->row = row;
		if (file.rows)
			memcpy(row + all->rows, file.row, file.rows * sizeof *row);
		all->rows += file.rows;
	}
	bench_file_free(&file);
	return row ? 0 : why(ENOMEM, "no memory for the rows of %s", name);
}

/* The median over the rows that are like the i-th one. */
static double merged_backtoback(const struct bench_file *all, size_t i, double *median)
{
	size_t count = 0;

	for (size_t k = i; k < all->rows; k++)
		if (same_row(&all->row[k], &all->row[i]) && isfinite(all->row[k].backtoback))
			median[count++] = all->row[k].backtoback;
	return count ? stats_median(median, count) : NAN;
}

/* The i-th row with all that are like it; `median` has room for all. */
static struct bench_row merged(const struct bench_file *all, size_t i, double *median)
{
	struct bench_row row = all->row[i];
	struct stats stats;
	size_t count = 0;

	row.backtoback = merged_backtoback(all, i, median);

	for (size_t k = i; k < all->rows; k++) {
		const struct bench_row *other = &all->row[k];

		if (!same_row(other, &row))
			continue;
		median[count++] = other->median;
		row.low = fmin(row.low, other->low);
		row.high = fmax(row.high, other->high);
	}
	stats = stats_of(median, count);
	row.median = stats.median;
	row.launches = count;
	if (count >= STATS_FEWEST) {
		row.low = stats.ci_low;
		row.high = stats.ci_high;
	}
	return row;
}

static bool is_first(const struct bench_file *all, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (same_row(&all->row[k], &all->row[i]))
			return false;
	return true;
}

static const char *const order[] = { "broadcast", "reduce", "scatter", "gather", "allgather",
	"reducescatter", "allreduce", "alltoall", "send", "permute", "barrier" };
enum {
	ORDERED = sizeof order / sizeof order[0]
};

/* The place of a collective in tables. */
static int place(const char *collective)
{
	for (int i = 0; i < ORDERED; i++)
		if (!strcmp(order[i], collective))
			return i;
	return ORDERED;
}

bool merge_is_collective(const char *name)
{
	return place(name) < ORDERED;
}

static int by_operation(const void *x, const void *y)
{
	const struct bench_row *a = x, *b = y;
	int first = place(a->collective), second = place(b->collective), names;

	if (a->nodes != b->nodes)
		return a->nodes < b->nodes ? -1 : 1;
	if (first != second)
		return first < second ? -1 : 1;
	if ((names = strcmp(a->collective, b->collective)) != 0)
		return names;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? -1 : 1;
	names = strcmp(a->algorithm, b->algorithm);
	return names ? names : strcmp(a->network, b->network);
}

int merge_launches(struct bench_file *into, const char *const *names, int count)
{
	struct bench_file all = { 0 };
	double *median = NULL;
	int error = 0;

	*into = (struct bench_file){ 0 };
	for (int i = 0; i < count && !error; i++)
		error = append(&all, names[i]);
	if (!error) {
		median = calloc(all.rows + 1, sizeof *median);
		into->row = calloc(all.rows + 1, sizeof *into->row);
		if (!median || !into->row)
			error = why(ENOMEM, "no memory for %zu rows", all.rows);
	}
	for (size_t i = 0; i < all.rows && !error; i++)
		if (is_first(&all, i))
			into->row[into->rows++] = merged(&all, i, median);
	if (!error)
		qsort(into->row, into->rows, sizeof *into->row, by_operation);
	free(median);
	bench_file_free(&all);
	if (error)
		bench_file_free(into);
	return error;
}

bool merge_is_grove(const struct bench_row *row)
{
	return !strcmp(row->algorithm, "grove");
}

static bool is_of(const struct bench_row *row, enum side side)
{
	if (side == MPI_PEERS)
		return !strcmp(row->network, "MPI");
	return merge_is_grove(row) == (side == GROVE);
}

const struct bench_row *merge_best(
	const struct bench_file *file, const struct bench_row *like, enum side side)
{
	const struct bench_row *best = NULL;

	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *row = &file->row[i];

		if (is_of(row, side) && same_operation(row, like) &&
			(!best || row->median < best->median))
			best = row;
	}
	return best;
}

double merge_backtoback(const struct bench_file *file, const struct bench_row *like, enum side side)
{
	double least = NAN;

	for (size_t i = 0; i < file->rows; i++)
		if (is_of(&file->row[i], side) && same_operation(&file->row[i], like))
			least = fmin(least, file->row[i].backtoback);
	return least;
}

/* ---- The limit ---- */

/* Blocks that are written in all outputs together. */
static double blocks_written(const struct bench_row *row)
{
	static const char *const one_each[] = { "scatter", "gather", "reducescatter", "allreduce",
		"permute" };
	static const char *const one[] = { "reduce", "send", "local-transpose", "transpose" };
	double n = (double)row->nodes;

	if (!strcmp(row->collective, "broadcast"))
		return n - 1;
	for (size_t i = 0; i < sizeof one / sizeof one[0]; i++)
		if (!strcmp(row->collective, one[i]))
			return 1;
	if (!strcmp(row->collective, "allgather") || !strcmp(row->collective, "alltoall"))
		return n * n;
	for (size_t i = 0; i < sizeof one_each / sizeof one_each[0]; i++)
		if (!strcmp(row->collective, one_each[i]))
			return n;
	return 0;
}

/* The nearest sizes that were copied: the last not above, the first not below. */
static void neighbours(const struct bench_file *file, double bytes, const struct bench_row **below,
	const struct bench_row **above)
{
	*below = *above = NULL;
	for (size_t i = 0; i < file->rows; i++) {
		const struct bench_row *row = &file->row[i];
		double size = (double)row->bytes;

		if (strcmp(row->collective, "copy") != 0 || row->median <= 0)
			continue;
		if (size <= bytes && (!*below || row->bytes > (*below)->bytes))
			*below = row;
		if (size >= bytes && (!*above || row->bytes < (*above)->bytes))
			*above = row;
	}
}

static double bare_round_trip(const struct bench_file *file)
{
	for (size_t i = 0; i < file->rows; i++)
		if (!strcmp(file->row[i].collective, "ping-pong"))
			return file->row[i].median;
	return NAN;
}

/* Seconds of that many bytes; NAN. */
static double copy_time(const struct bench_file *file, double bytes)
{
	const struct bench_row *below, *above;
	double part;

	neighbours(file, bytes, &below, &above);
	if (!(bytes > 0) || !below || !above)
		return NAN;
	below = merge_best(file, below, PEERS);
	above = merge_best(file, above, PEERS);
	if (below->bytes == above->bytes)
		return below->median;
	part = log(bytes / (double)below->bytes) / log((double)above->bytes / (double)below->bytes);
	return below->median * pow(above->median / below->median, part);
}

double merge_limit(const struct bench_file *file, const struct bench_row *row)
{
	double copy = copy_time(file, blocks_written(row) * (double)row->bytes);
	double trip = bare_round_trip(file);

	if (!strcmp(row->collective, "ring-round-trip"))
		return trip;
	if (!strcmp(row->collective, "barrier"))
		return trip / 2;
	return merge_is_collective(row->collective) && isfinite(trip) ? copy + trip / 2 : copy;
}
