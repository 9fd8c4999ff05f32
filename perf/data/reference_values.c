/* Computes the input of each node. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <string.h>
#include "base/hash.h"
#include "perf/data/element_values.h"
#include "perf/data/reference_values.h"
#include "runtime/kernels/fold.h"

enum {
	SMALL_PRODUCT = 64, /* nodes whose factors may be 1/2 or 2: no product overflows a float */
	SMALL_PRODUCT_F16 = 14, /* the same for 16 bits */
	COMPLEX_PRIMES = 8,	/* nodes whose factors may be primes: products are exact in f32 */
	MOST_VALUE = 127,
	MOST_INDEX = 500
};

/* Sets bits of both halves of a 64-bit integer, and more bits than an f32 holds. */
static const double WIDE = 0x1p33 + 1;

size_t reference_element(const struct pattern *pattern)
{
	return collective_folds(pattern->problem.collective) ? type_bytes(pattern->type) : 1;
}

/* Returns the number after x of SplitMix64: each of its bits depends on all bits of x. */
static uint64_t mixed(uint64_t x)
{
	return hash_mix(x + UINT64_C(0x9e3779b97f4a7c15));
}

/* Fills bytes begin ... end - 1 of a random sequence. Byte i is byte i % 8 of the
 * word mixed(key + i / 8). */
static void bytes_fill(uint64_t key, size_t begin, size_t end, unsigned char *to)
{
	for (size_t i = begin; i < end;) {
		uint64_t word = mixed(key + i / 8);
		size_t skip = i % 8, count = end - i < 8 - skip ? end - i : 8 - skip;

		word >>= 8 * skip;
		if (count == sizeof word) /* a copy of known length, in line */
			memcpy(to + (i - begin), &word, sizeof word);
		else
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

/* An element of node u that random bytes become. */
struct element_place {
	const struct pattern *pattern;
	int u;
	size_t index; /* of the element in its block */
};

static unsigned random_bits(const unsigned char *random)
{
	return random[0] | (unsigned)random[1] << 8;
}

/* Makes a whole number from -most to most. */
static double whole_from(const unsigned char *random, int most)
{
	return (int)(random_bits(random) % (2 * (unsigned)most + 1)) - most;
}

/* Returns the number up to which all whole numbers are exact in a float type, or a larger one than
 * any sum has. */
static int exact_end(int part)
{
	return part == GROVE_F16 ? 1 << 11 : part == GROVE_BF16 ? 1 << 8 : 1 << 24;
}

/* Makes a part of a term of a sum. The sum of the terms of any nodes is exact: on a network of more
 * nodes than the type has exact numbers, most nodes have a 0 in this element. */
static double term_from(const struct element_place *place, int part, const unsigned char *random)
{
	int nodes = place->pattern->problem.net.nodes, exact = exact_end(part);
	int stride = (nodes - 1) / exact + 1, counted = (nodes - 1) / stride + 1;
	int most = exact / counted;

	if (((size_t)place->u + place->index) % (size_t)stride)
		return 0;
	return whole_from(random, most < MOST_VALUE ? most : MOST_VALUE);
}

/* Makes a power of two, with a sign, as a factor of a product that stays in the range of the
 * type. */
static double factor_from(const struct element_place *place, int part, const unsigned char *random)
{
	unsigned bits = random_bits(random);
	int scaled = part == GROVE_F16 ? SMALL_PRODUCT_F16 : SMALL_PRODUCT;

	return ldexp(bits & 1 ? -1 : 1, place->u < scaled ? (int)(bits / 2 % 3) - 1 : 0);
}

static void float_fill(const struct element_place *place, int type, unsigned char *to)
{
	const struct grove_fold *fold = place->pattern->fold;
	double x = fold_is(fold, GROVE_PROD)  ? factor_from(place, type, to)
		   : fold_is(fold, GROVE_SUM) ? term_from(place, type, to)
					      : whole_from(to, MOST_VALUE);

	number_write(to, type, x);
}

/* Makes a factor of a product of complex numbers: a Gaussian prime for the first nodes, and a power
 * of i for the other nodes. No two of the primes are conjugates. So neither part of a product with
 * node 0 is a 0, whose sign would depend on the order of the factors. */
static void complex_factor(double z[2], int u, unsigned bits)
{
	static const int primes[][2] = { { 2, 1 }, { 3, 2 }, { 4, 1 } }, one[2] = { 1, 0 };
	static const int powers[][2] = { { 1, 0 }, { 0, 1 }, { -1, 0 }, { 0, -1 } };
	const int *x = u < COMPLEX_PRIMES ? primes[bits / 4 % 3] : one, *y = powers[bits % 4];

	z[0] = x[0] * y[0] - x[1] * y[1];
	z[1] = x[0] * y[1] + x[1] * y[0];
}

static void complex_fill(const struct element_place *place, int part, unsigned char *to)
{
	double z[2];

	if (fold_is(place->pattern->fold, GROVE_PROD)) {
		complex_factor(z, place->u, random_bits(to));
	} else {
		z[0] = term_from(place, part, to);
		z[1] = term_from(place, part, to + 2);
	}
	number_write(to, part, z[0]);
	number_write(to + type_bytes(part), part, z[1]);
}

/* Values are often equal, so that indices matter, and large where the type is wide. Bytes after the
 * index stay random, because the fold must not keep them. */
static void pair_fill(const struct element_shape *shape, unsigned char *to)
{
	size_t at = type_bytes(shape->part);
	double value = whole_from(to, MOST_VALUE), index = whole_from(to + 2, MOST_INDEX);

	number_write(to, shape->part, at == 8 ? value * WIDE : value);
	number_write(to + at, shape->index, shape->index == GROVE_I64 ? index * WIDE : index);
}

/* Makes a byte of random bits a bool: 0, or a byte with any single bit set. */
static void bool_fill(const struct element_place *place, unsigned char *to)
{
	*to = *to & 1 ? (unsigned char)(1u << ((size_t)place->u + place->index) % 8) : 0;
}

static void bits_temper(
	const struct pattern *pattern, uint64_t key, size_t begin, size_t end, unsigned char *to)
{
	if (fold_is(pattern->fold, GROVE_OR) || fold_is(pattern->fold, GROVE_AND))
		bits_thin(key, pattern->problem.net.nodes, begin, end, to);
	for (size_t i = 0; i < end - begin && fold_is(pattern->fold, GROVE_AND); i++)
		to[i] = (unsigned char)~to[i];
}

static void element_temper(
	const struct element_place *place, const struct element_shape *shape, unsigned char *to)
{
	switch (shape->kind) {
	case INTEGERS:
		*to |= 1; /* the product of odd numbers is never 0 */
		return;
	case FLOATS:
		float_fill(place, shape->part, to);
		return;
	case COMPLEX_NUMBERS:
		complex_fill(place, shape->part, to);
		return;
	case BOOLS:
		bool_fill(place, to);
		return;
	case PAIRS:
		pair_fill(shape, to);
	}
}

/* Changes random bytes into values whose fold depends on every node: a sum of random floats would
 * not be exact, and the OR of random bits would be all bits set. */
static void temper(const struct pattern *pattern, int u, uint64_t key, size_t begin, size_t end,
	unsigned char *to)
{
	size_t element = reference_element(pattern);
	struct element_place place = { pattern, u, begin / element };
	const struct element_shape *shape;

	if ((size_t)pattern->type >= GROVE_TYPES)
		return; /* an element of the caller's own */
	bits_temper(pattern, key, begin, end, to);
	shape = element_shape(pattern->type);
	if (shape->kind == INTEGERS && !fold_is(pattern->fold, GROVE_PROD))
		return;
	for (size_t i = 0; i < end - begin; i += element, place.index++)
		element_temper(&place, shape, to + i);
}

void reference_fill(const struct pattern *pattern, int u, int block, size_t begin, size_t end,
	unsigned char *to)
{
	uint64_t key = mixed(mixed(pattern->seed + (uint64_t)u) + (uint64_t)block);

	bytes_fill(key, begin, end, to);
	if (collective_folds(pattern->problem.collective))
		temper(pattern, u, key, begin, end, to);
}
