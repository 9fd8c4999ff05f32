/* Arithmetic that the language leaves out. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_ARITH_H
#define BASE_ARITH_H

#include <stddef.h>

/* The larger of two numbers that are not NaN. Unlike fmax(3) it is never a function call. */
static inline double larger(double a, double b)
{
	return a > b ? a : b;
}

/* Compares doubles that are not NaN, for qsort. */
static inline int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static inline size_t size_least(size_t a, size_t b)
{
	return a < b ? a : b;
}

/* Returns a - b, or 0 where b is larger. */
static inline size_t size_less(size_t a, size_t b)
{
	return a > b ? a - b : 0;
}

/* Returns the part of the x-th run of `each` items that is among the first `total`. */
static inline size_t size_inside(size_t total, size_t each, size_t x)
{
	return size_least(size_less(total, each * x), each);
}

/* The greatest common divisor of two numbers, and the least common multiple of two numbers from 1
 * on. */
static inline size_t common_divisor(size_t a, size_t b)
{
	while (b) {
		size_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static inline int common_multiple(int a, int b)
{
	return a / (int)common_divisor((size_t)a, (size_t)b) * b;
}

/* Returns the binomial coefficient C(n, k), and 0 for k < 0 or k > n. Exact below 2^53 / n. */
static inline double binomial(int n, int k)
{
	double value = 1;

	for (int i = 1; i <= k; i++)
		value = value * (n - k + i) / i;
	return k < 0 || k > n ? 0 : value;
}

#endif
