/* Pairs rows of two benchmarks, and says which row is faster. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "perf/row_comparison.h"

/* Returns true if the words are the same, or a row has none: other programs do not tell the
 * type. */
static bool agree(const char *a, const char *b)
{
	return !*a || !*b || !strcmp(a, b);
}

/* Returns true if the rows are of the same operation, though perhaps on data in other states. */
static bool like_operation(const struct bench_row *a, const struct bench_row *b)
{
	return a->nodes == b->nodes && a->bytes == b->bytes &&
	       !strcmp(a->collective, b->collective) && !strcmp(a->clock, b->clock) &&
	       !strcmp(a->sizes, b->sizes) && agree(a->type, b->type) && agree(a->fold, b->fold);
}

static bool same_operation(const struct bench_row *a, const struct bench_row *b)
{
	return like_operation(a, b) && !strcmp(a->data, b->data);
}

static bool same_way(const struct bench_row *a, const struct bench_row *b)
{
	return a->root == b->root && !strcmp(a->algorithm, b->algorithm) &&
	       !strcmp(a->network, b->network) && !strcmp(a->style, b->style);
}

/* Returns the fastest row of the operation, or NULL without such a row. */
static const struct bench_row *fastest(const struct bench_file *file, const struct bench_row *like)
{
	const struct bench_row *best = NULL;

	for (size_t i = 0; i < file->rows; i++)
		if (same_operation(&file->row[i], like) &&
			(!best || file->row[i].median < best->median))
			best = &file->row[i];
	return best;
}

static const struct bench_row *same(const struct bench_file *file, const struct bench_row *like)
{
	for (size_t i = 0; i < file->rows; i++)
		if (same_operation(&file->row[i], like) && same_way(&file->row[i], like))
			return &file->row[i];
	return NULL;
}

/* Returns true if a row of this operation has the same algorithm,
 * network and root in both files. */
static bool has_same(
	const struct bench_file *a, const struct bench_file *b, const struct bench_row *like)
{
	for (size_t i = 0; i < a->rows; i++)
		if (same_operation(&a->row[i], like) && same(b, &a->row[i]))
			return true;
	return false;
}

static const struct bench_row *partner(
	const struct bench_file *a, const struct bench_file *b, const struct bench_row *row)
{
	if (has_same(a, b, row))
		return same(b, row);
	return fastest(a, row) == row ? fastest(b, row) : NULL;
}

static double quotient(double up, double down)
{
	return down > 0 ? up / down : 0;
}

/* The operations of a single launch cannot tell by how much another launch differs. Launches of the
 * same row with the cores at the same distance differed by up to two fifths, so the interval is at
 * least a fifth of the median to each side. */
static struct bench_row repeatable(const struct bench_row *row)
{
	static const double doubt = 1.2;
	struct bench_row same = *row;

	if (row->launches < 2) {
		same.low = fmin(row->low, row->median / doubt);
		same.high = fmax(row->high, row->median * doubt);
	}
	return same;
}

/* Returns the largest ratio of the rows' bare lines, either way, if the cores' distance differs, or
 * changed during a row; else 1. */
static double distance_ratio(const struct bench_row *a, const struct bench_row *b)
{
	if (!(a->line_low > 0) || !(b->line_low > 0))
		return 1;
	if (!a->moved && !b->moved && a->line_low <= b->line_high && b->line_low <= a->line_high)
		return 1;
	return fmax(a->line_high / b->line_low, b->line_high / a->line_low);
}

/* Returns true if the distance of the cores differs by more than a line's round trips do. */
static bool is_moved(const struct bench_row *a, const struct bench_row *b, double distance)
{
	double ratio = a->line > b->line ? a->line / b->line : b->line / a->line;

	return distance > 1 && (a->moved || b->moved || ratio > 1.15);
}

/* What the distance of the cores explains is no difference between the rows. */
static struct bench_pair pair_of(const struct bench_row *a, const struct bench_row *b)
{
	struct bench_row x = repeatable(a), y = repeatable(b);
	double distance = distance_ratio(a, b);

	return (struct bench_pair){ a, b, quotient(b->median, a->median),
		quotient(y.low, x.high) / distance, quotient(y.high, x.low) * distance,
		is_moved(a, b, distance) };
}

const char *bench_faster(const struct bench_pair *pair)
{
	if (pair->low > 1)
		return "A";
	return pair->high > 0 && pair->high < 1 ? "B" : "-";
}

const char *bench_verdict(const struct bench_pair *pair)
{
	const char *faster = bench_faster(pair);

	return *faster == 'A' ? "A faster" : *faster == 'B' ? "B faster" : "no difference shown";
}

long bench_pairs(struct bench_pair **pair, const struct bench_file *a, const struct bench_file *b)
{
	long pairs = 0;

	*pair = calloc(a->rows + 1, sizeof **pair);
	if (!*pair)
		return why(ENOMEM, "no memory for %zu rows", a->rows);
	for (size_t i = 0; i < a->rows; i++) {
		const struct bench_row *x = &a->row[i], *y = partner(a, b, x);

		if (!y)
			continue;
		(*pair)[pairs++] = pair_of(x, y);
	}
	return pairs;
}

bool bench_states_differ(const struct bench_file *a, const struct bench_file *b)
{
	for (size_t i = 0; i < a->rows; i++)
		for (size_t k = 0; k < b->rows; k++)
			if (like_operation(&a->row[i], &b->row[k]) &&
				strcmp(a->row[i].data, b->row[k].data) != 0)
				return true;
	return false;
}
