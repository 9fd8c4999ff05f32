/* Folds inputs in the plainest way, an element at a time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "perf/data/element_values.h"
#include "perf/data/reference_values.h"
#include "runtime/kernels/fold.h"

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

static void combine_one(const struct grove_fold *fold, const struct element_shape *shape,
	unsigned char *sum, const unsigned char *more)
{
	switch (shape->kind) {
	case INTEGERS:
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

/* Combines integers in a loop for each type and fold: where each element asks for both, the check
 * of a large fold takes ten times as long. */
#define EACH(integer, result)                                                                      \
	for (size_t i = 0; i < bytes; i += sizeof(integer)) {                                      \
		integer x, y, z;                                                                   \
                                                                                                   \
		memcpy(&x, sum + i, sizeof x);                                                     \
		memcpy(&y, more + i, sizeof y);                                                    \
		z = (integer)(result);                                                             \
		memcpy(sum + i, &z, sizeof z);                                                     \
	}
#define COMBINE(integer)                                                                           \
	if (fold_is(fold, GROVE_SUM))                                                              \
		EACH(integer, (uint64_t)x + (uint64_t)y)                                           \
	else if (fold_is(fold, GROVE_PROD))                                                        \
		EACH(integer, (y) * (uint64_t)x)                                                   \
	else if (fold_is(fold, GROVE_MIN))                                                         \
		EACH(integer, x < y ? x : y)                                                       \
	else if (fold_is(fold, GROVE_MAX))                                                         \
		EACH(integer, x < y ? y : x)                                                       \
	else if (fold_is(fold, GROVE_AND))                                                         \
		EACH(integer, (x) & (y))                                                           \
	else if (fold_is(fold, GROVE_OR))                                                          \
		EACH(integer, x | y)                                                               \
	else                                                                                       \
		EACH(integer, x ^ y)

static void integers_combine(const struct grove_fold *fold, int type, unsigned char *sum,
	const unsigned char *more, size_t bytes)
{
	switch (type) {
	case GROVE_U8:
		COMBINE(uint8_t);
		return;
	case GROVE_I8:
		COMBINE(int8_t);
		return;
	case GROVE_U16:
		COMBINE(uint16_t);
		return;
	case GROVE_I16:
		COMBINE(int16_t);
		return;
	case GROVE_U32:
		COMBINE(uint32_t);
		return;
	case GROVE_I32:
		COMBINE(int32_t);
		return;
	case GROVE_U64:
		COMBINE(uint64_t);
		return;
	case GROVE_I64:
		COMBINE(int64_t);
		return;
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
	if (shape->kind == INTEGERS)
		integers_combine(fold, pattern->type, sum, more, bytes);
	for (size_t i = 0; i < bytes && shape->kind != INTEGERS; i += element)
		combine_one(fold, shape, sum + i, more + i);
}
