/* The folding kernels of pairs: the least or largest value, and the index at which the value is. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include "runtime/kernels/fold_kernels.h"

#define NO_NAN(x) false

/* A pair is laid out as a struct of value and index, and fills twice the bytes of its value: bytes
 * after the index are 0 in results. The order of values has NaN before all numbers, as a minimum
 * and a maximum with a NaN are NaNs. Equal values go by index. Equal pairs may still differ in bits
 * (-0 and 0), and then go by bits: the result is the same when left and right change places.
 */
#define PAIR(name, type, index, is_nan)                                                            \
	static inline bool name##_before(const unsigned char *a, const unsigned char *b, int sign) \
	{                                                                                          \
		type x, y;                                                                         \
		index i, j;                                                                        \
                                                                                                   \
		memcpy(&x, a, sizeof x);                                                           \
		memcpy(&y, b, sizeof y);                                                           \
		if (is_nan(x) != is_nan(y))                                                        \
			return is_nan(x);                                                          \
		if (x < y || x > y)                                                                \
			return sign < 0 ? x < y : x > y;                                           \
		memcpy(&i, a + sizeof x, sizeof i);                                                \
		memcpy(&j, b + sizeof y, sizeof j);                                                \
		return i != j ? i < j : memcmp(a, b, sizeof x) < 0;                                \
	}                                                                                          \
	static inline void name##_fold(unsigned char *result, unsigned char *also,                 \
		const unsigned char *left, const unsigned char *right, int sign)                   \
	{                                                                                          \
		unsigned char pair[2 * sizeof(type)] = { 0 };                                      \
                                                                                                   \
		memcpy(pair, name##_before(right, left, sign) ? right : left,                      \
			sizeof(type) + sizeof(index));                                             \
		memcpy(result, pair, sizeof pair);                                                 \
		memcpy(also, pair, sizeof pair);                                                   \
	}                                                                                          \
	LOCATION(minloc, name, 2 * sizeof(type), -1)                                               \
	LOCATION(maxloc, name, 2 * sizeof(type), 1)                                                \
	kernel_function *const name##_kernels[OPERATIONS] = {                                      \
		[OP_MINLOC] = minloc_##name, [OP_MAXLOC] = maxloc_##name                           \
	};

#define LOCATION(operation, name, bytes, sign)                                                     \
	static void operation##_##name(                                                            \
		void *result, void *also, const void *left, const void *right, size_t count)       \
	{                                                                                          \
		const unsigned char *xs = left, *ys = right;                                       \
		unsigned char *results = result, *others = also ? also : result;                   \
                                                                                                   \
		for (size_t i = 0; i < count * (bytes); i += (bytes))                              \
			name##_fold(results + i, others + i, xs + i, ys + i, sign);                \
	}

PAIR(i32_i32, int32_t, int32_t, NO_NAN)
PAIR(f32_i32, float, int32_t, isnan)
PAIR(i64_i32, int64_t, int32_t, NO_NAN)
PAIR(f64_i32, double, int32_t, isnan)
PAIR(i64_i64, int64_t, int64_t, NO_NAN)
PAIR(f64_i64, double, int64_t, isnan)
