/* Folds inputs in the plainest way, an element at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "perf/data/element_values.h"
#include "perf/data/reference_values.h"
#include "runtime/kernels/fold.h"

static uint64_t integers_combined(uint64_t x, uint64_t y, const struct grove_fold *fold, bool sign)
{
	bool less = sign ? (int64_t)x < (int64_t)y : x < y;

	if (fold_is(fold, GROVE_SUM))
		return x + y;
	if (fold_is(fold, GROVE_PROD))
		return x * y;
	if (fold_is(fold, GROVE_MIN))
		return less ? x : y;
	if (fold_is(fold, GROVE_MAX))
		return less ? y : x;
	if (fold_is(fold, GROVE_AND))
		return x & y;
	return fold_is(fold, GROVE_OR) ? x | y : x ^ y;
}

static double floats_combined(double x, double y, const struct grove_fold *fold)
{
	if (fold_is(fold, GROVE_SUM))
		return x + y;
	if (fold_is(fold, GROVE_PROD))
		return x * y;
	return fold_is(fold, GROVE_MIN) ? fmin(x, y) : fmax(x, y);
}

/* Combines numbers of a float type. */
static void numbers_combine(
	const struct grove_fold *fold, int type, unsigned char *sum, const unsigned char *more)
{
	number_write(
		sum, type, floats_combined(number_read(sum, type), number_read(more, type), fold));
}

static void complex_combine(
	const struct grove_fold *fold, int part, unsigned char *sum, const unsigned char *more)
{
	size_t half = type_bytes(part);
	double a = number_read(sum, part), b = number_read(sum + half, part);
	double c = number_read(more, part), d = number_read(more + half, part);
	bool product = fold_is(fold, GROVE_PROD);

	number_write(sum, part, product ? a * c - b * d : a + c);
	number_write(sum + half, part, product ? a * d + b * c : b + d);
}

static void bools_combine(
	const struct grove_fold *fold, unsigned char *sum, const unsigned char *more)
{
	bool x = *sum != 0, y = *more != 0;

	*sum = fold_is(fold, GROVE_AND) ? x && y : fold_is(fold, GROVE_OR) ? x || y : x != y;
}

/* Keeps the pair whose value comes first, or whose index is lower if the values are equal; clears
 * the bytes after the index. */
static void pairs_combine(const struct grove_fold *fold, const struct element_shape *shape,
	unsigned char *sum, const unsigned char *more)
{
	size_t at = type_bytes(shape->part), end = at + type_bytes(shape->index);
	double x = number_read(sum, shape->part), y = number_read(more, shape->part);
	double i = number_read(sum + at, shape->index), j = number_read(more + at, shape->index);
	bool first = fold_is(fold, GROVE_MINLOC) ? y < x : y > x;

	if (first || (y == x && j < i))
		memcpy(sum, more, end);
	memset(sum + end, 0, 2 * at - end);
}

static void integers_combine(
	const struct grove_fold *fold, int type, unsigned char *sum, const unsigned char *more)
{
	uint64_t z = integers_combined(
		integer_read(sum, type), integer_read(more, type), fold, element_signed(type));

	memcpy(sum, &z, type_bytes(type));
}

static void combine_one(const struct grove_fold *fold, const struct element_shape *shape,
	unsigned char *sum, const unsigned char *more)
{
	switch (shape->kind) {
	case INTEGERS:
		integers_combine(fold, shape->part, sum, more);
		return;
	case FLOATS:
		numbers_combine(fold, shape->part, sum, more);
		return;
	case COMPLEX_NUMBERS:
		complex_combine(fold, shape->part, sum, more);
		return;
	case BOOLS:
		bools_combine(fold, sum, more);
		return;
	case PAIRS:
		pairs_combine(fold, shape, sum, more);
	}
}

static bool is_own(const struct grove_fold *fold)
{
	const struct grove_fold *built_in;

	for (int i = 0; (built_in = grove_builtin_fold(i)); i++)
		if (fold_is(fold, built_in))
			return false;
	return true;
}

void reference_combine(
	const struct pattern *pattern, unsigned char *sum, const unsigned char *more, size_t bytes)
{
	const struct grove_fold *fold = pattern->fold;
	const struct element_shape *shape;
	size_t element = reference_element(pattern);

	if (is_own(fold)) {
		fold->function(sum, sum, more, bytes / element, pattern->type, fold->context);
		return;
	}
	shape = element_shape(pattern->type);
	for (size_t i = 0; i < bytes; i += element)
		combine_one(fold, shape, sum + i, more + i);
}
