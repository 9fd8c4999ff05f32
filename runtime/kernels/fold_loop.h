/* The loop over the elements of a fold, which compilers vectorise, for the files of kernels. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_FOLD_LOOP_H
#define RUNTIME_KERNELS_FOLD_LOOP_H

#include <stddef.h>
#include <stdint.h>

/* Packets may begin at any byte, so elements are read as types without alignment. On x86-64 each
 * loop is compiled for three generations of vector units, and the loader takes the best. */
#if defined(__x86_64__) && defined(__GNUC__) && __GNUC__ >= 12 && !defined(__clang__) &&           \
	!defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define FOR_EACH_CPU __attribute__((target_clones("default", "avx2", "arch=x86-64-v4")))
#else
#define FOR_EACH_CPU
#endif

/* result may be left or right, but no two operands overlap by a part of an element. */
#ifdef __clang__
#pragma clang diagnostic ignored "-Wpass-failed" /* sanitizers and -O1 do not vectorise */
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

#define ANY __attribute__((aligned(1), may_alias))
typedef uint8_t ANY any_u8;
typedef int8_t ANY any_i8;
typedef uint16_t ANY any_u16;
typedef int16_t ANY any_i16;
typedef uint32_t ANY any_u32;
typedef int32_t ANY any_i32;
typedef uint64_t ANY any_u64;
typedef int64_t ANY any_i64;
typedef float ANY any_f32;
typedef double ANY any_f64;

/* Stores the value of each element in the result, and also in the second place if there is one. A
 * second place is for large folds, so the other path is the straight one. */
#define FOR_EACH_ELEMENT(value)                                                                    \
	if (__builtin_expect(!also, 1)) {                                                          \
		INDEPENDENT                                                                        \
		for (size_t i = 0; i < count; i++)                                                 \
			results[i] = (value);                                                      \
		return;                                                                            \
	}                                                                                          \
	INDEPENDENT                                                                                \
	for (size_t i = 0; i < count; i++)                                                         \
		results[i] = others[i] = (value);

/* A result that is a NaN is one NaN, whatever the signs and payloads of the operands: a processor
 * hands on those of the left operand, and the two ends of an exchange differ in which is left. */
static inline float f32_result(float value)
{
	return __builtin_isnan(value) ? __builtin_nanf("") : value;
}

static inline double f64_result(double value)
{
	return __builtin_isnan(value) ? __builtin_nan("") : value;
}

/* expression: a function of the elements x and y, and of their bits X and Y. The value is bits. */
#define KERNEL(operation, type, bits, expression)                                                  \
	static inline any_##bits operation##_one_##type(                                           \
		any_##type x, any_##type y, any_##bits X, any_##bits Y)                            \
	{                                                                                          \
		(void)x, (void)y, (void)X, (void)Y;                                                \
		return (any_##bits)(expression);                                                   \
	}                                                                                          \
	FOR_EACH_CPU static void operation##_##type(                                               \
		void *result, void *also, const void *left, const void *right, size_t count)       \
	{                                                                                          \
		const any_##type *xs = left, *ys = right;                                          \
		const any_##bits *xbits = left, *ybits = right;                                    \
		any_##bits *results = result, *others = also;                                      \
		FOR_EACH_ELEMENT(operation##_one_##type(xs[i], ys[i], xbits[i], ybits[i]))         \
	}

/* The same for a result that is a value, not bits. */
#define ARITHMETIC(operation, type, expression)                                                    \
	static inline any_##type operation##_one_##type(any_##type x, any_##type y)                \
	{                                                                                          \
		return (any_##type)(expression);                                                   \
	}                                                                                          \
	FOR_EACH_CPU static void operation##_##type(                                               \
		void *result, void *also, const void *left, const void *right, size_t count)       \
	{                                                                                          \
		const any_##type *xs = left, *ys = right;                                          \
		any_##type *results = result, *others = also;                                      \
		FOR_EACH_ELEMENT(operation##_one_##type(xs[i], ys[i]))                             \
	}

#endif
