/* Computes the input of each node and the fold of inputs, in the plainest way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "perf/data/reference_values.h"
#include "runtime/kernels/fold.h"

enum {
	SMALL_PRODUCT = 64 /* nodes whose factors may be 1/2 or 2: no product overflows a float */
};

size_t reference_element(const struct pattern *pattern)
{
	return collective_folds(pattern->problem.collective) ? type_bytes(pattern->type) : 1;
}

/* Returns true if the fold is the built-in fold. The functions are compared, because a caller may
 * hold a copy of the struct. */
static bool is(const struct grove_fold *fold, const struct grove_fold *built_in)
{
	return fold->function == built_in->function;
}

/* Mixes bits as the finisher of splitmix64 does: each bit of the result
 * depends on all bits of x. */
static uint64_t mixed(uint64_t x)
{
	x += UINT64_C(0x9e3779b97f4a7c15);
	x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
	return x ^ x >> 31;
}

/* Fills bytes begin ... end - 1 of a random sequence. Byte i is byte i % 8 of the
 * word mixed(key + i / 8). */
static void bytes_fill(uint64_t key, size_t begin, size_t end, unsigned char *to)
{
	for (size_t i = begin; i < end;) {
		uint64_t word = mixed(key + i / 8);
		size_t skip = i % 8, count = end - i < 8 - skip ? end - i : 8 - skip;

		word >>= 8 * skip;
		memcpy(to + (i - begin), &word, count);
		i += count;
	}
}

/* Clears random bits so that each bit stays set with a probability of about 1/N. Then the OR of all
 * nodes is neither 0 nor all bits set. */
static void bits_thin(uint64_t key, int nodes, size_t begin, size_t end, unsigned char *to)
{
	unsigned char more[512];

	for (; nodes > 2; nodes /= 2) {
		key = mixed(key);
		for (size_t i = begin; i < end; i += sizeof more) {
			size_t last = end - i < sizeof more ? end : i + sizeof more;

			bytes_fill(key, i, last, more);
			for (size_t k = i; k < last; k++)
				to[k - begin] &= more[k - i];
		}
	}
}

/* Makes a whole number of random bits, or a power of two (with a sign) for products. */
static double float_from(const struct pattern *pattern, int u, const unsigned char *random)
{
	unsigned bits = random[0] | (unsigned)random[1] << 8;

	if (!is(pattern->fold, GROVE_PROD))
		return (int)(bits % 255) - 127;
	return ldexp(bits & 1 ? -1 : 1, u < SMALL_PRODUCT ? (int)(bits / 2 % 3) - 1 : 0);
}

static void floats_fill(const struct pattern *pattern, int u, unsigned char *to, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += type_bytes(pattern->type)) {
		double x = float_from(pattern, u, to + i);
		float f = (float)x;

		if (pattern->type == GROVE_F32)
			memcpy(to + i, &f, sizeof f);
		else
			memcpy(to + i, &x, sizeof x);
	}
}

/* Changes random bytes into values whose fold depends on every node: a sum of random floats would
 * not be exact, and the OR of random bits would be all bits set. */
static void temper(const struct pattern *pattern, int u, uint64_t key, size_t begin, size_t end,
	unsigned char *to)
{
	size_t bytes = end - begin;

	if (pattern->type == GROVE_F32 || pattern->type == GROVE_F64) {
		floats_fill(pattern, u, to, bytes);
		return;
	}
	if (is(pattern->fold, GROVE_OR) || is(pattern->fold, GROVE_AND))
		bits_thin(key, pattern->problem.net.nodes, begin, end, to);
	for (size_t i = 0; i < bytes && is(pattern->fold, GROVE_AND); i++)
		to[i] = (unsigned char)~to[i];
	for (size_t i = 0; i < bytes && is(pattern->fold, GROVE_PROD);
		i += reference_element(pattern))
		to[i] |= 1; /* the product of odd numbers is never 0 */
}

void reference_fill(const struct pattern *pattern, int u, int block, size_t begin, size_t end,
	unsigned char *to)
{
	uint64_t key = mixed(mixed(pattern->seed + (uint64_t)u) + (uint64_t)block);

	bytes_fill(key, begin, end, to);
	if (collective_folds(pattern->problem.collective))
		temper(pattern, u, key, begin, end, to);
}

/* Reads an integer of that type as 64 bits, with its sign extended if the type is signed. */
static uint64_t integer_read(const unsigned char *from, enum grove_type type)
{
	size_t bits = 8 * type_bytes(type);
	bool sign = type == GROVE_I8 || type == GROVE_I16 || type == GROVE_I32 || type == GROVE_I64;
	uint64_t x = 0;

	memcpy(&x, from, bits / 8);
	if (sign && bits < 64 && x >> (bits - 1))
		x |= ~UINT64_C(0) << bits;
	return x;
}

static uint64_t integers_combined(uint64_t x, uint64_t y, const struct grove_fold *fold, bool sign)
{
	bool less = sign ? (int64_t)x < (int64_t)y : x < y;

	if (is(fold, GROVE_SUM))
		return x + y;
	if (is(fold, GROVE_PROD))
		return x * y;
	if (is(fold, GROVE_MIN))
		return less ? x : y;
	if (is(fold, GROVE_MAX))
		return less ? y : x;
	if (is(fold, GROVE_AND))
		return x & y;
	return is(fold, GROVE_OR) ? x | y : x ^ y;
}

static double floats_combined(double x, double y, const struct grove_fold *fold)
{
	if (is(fold, GROVE_SUM))
		return x + y;
	if (is(fold, GROVE_PROD))
		return x * y;
	return is(fold, GROVE_MIN) ? fmin(x, y) : fmax(x, y);
}

static double float_read(const unsigned char *from, enum grove_type type)
{
	float f;
	double x;

	memcpy(&f, from, sizeof f);
	if (type == GROVE_F32)
		return (double)f;
	memcpy(&x, from, sizeof x);
	return x;
}

static void combine_one(
	const struct pattern *pattern, unsigned char *sum, const unsigned char *more)
{
	enum grove_type type = pattern->type;
	bool sign = type == GROVE_I64 || type == GROVE_I32 || type == GROVE_I16 || type == GROVE_I8;
	uint64_t z;
	double x;
	float f;

	if (type == GROVE_F32 || type == GROVE_F64) {
		x = floats_combined(float_read(sum, type), float_read(more, type), pattern->fold);
		f = (float)x;
		memcpy(sum, type == GROVE_F32 ? (void *)&f : (void *)&x, type_bytes(type));
		return;
	}
	z = integers_combined(
		integer_read(sum, type), integer_read(more, type), pattern->fold, sign);
	memcpy(sum, &z, type_bytes(type));
}

static bool is_own(const struct grove_fold *fold)
{
	return !is(fold, GROVE_SUM) && !is(fold, GROVE_PROD) && !is(fold, GROVE_MIN) &&
	       !is(fold, GROVE_MAX) && !is(fold, GROVE_AND) && !is(fold, GROVE_OR) &&
	       !is(fold, GROVE_XOR);
}

void reference_combine(
	const struct pattern *pattern, unsigned char *sum, const unsigned char *more, size_t bytes)
{
	const struct grove_fold *fold = pattern->fold;
	size_t element = reference_element(pattern);

	if (is_own(fold)) {
		fold->function(sum, sum, more, bytes / element, pattern->type, fold->context);
		return;
	}
	for (size_t i = 0; i < bytes; i += element)
		combine_one(pattern, sum + i, more + i);
}
