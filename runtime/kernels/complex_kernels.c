/* The folding kernels of complex numbers: the real part, then the imaginary part. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "runtime/kernels/fold_kernels.h"
#include "runtime/kernels/fold_loop.h"

/* With x * y + z in a single rounding, the bits of a product would depend on the order of its
 * factors. gcc does not contract in C11, but gcc 12 makes a fused vfmaddsub of a difference beside
 * a sum in a loop, whatever the options say. So the difference is written as a sum with the sign
 * bit changed, which is exact. */
#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

#define MINUS(part, type, bits, sign)                                                              \
	static inline type part##_minus(type value)                                                \
	{                                                                                          \
		bits word;                                                                         \
                                                                                                   \
		memcpy(&word, &value, sizeof word);                                                \
		word ^= sign;                                                                      \
		memcpy(&value, &word, sizeof value);                                               \
		return value;                                                                      \
	}

MINUS(f32, float, uint32_t, 0x80000000)
MINUS(f64, double, uint64_t, 0x8000000000000000)

#define COMPLEX(type, part)                                                                        \
	static void sum_##type(                                                                    \
		void *result, void *also, const void *left, const void *right, size_t count)       \
	{                                                                                          \
		part##_kernels[OP_SUM](result, also, left, right, 2 * count);                      \
	}                                                                                          \
	FOR_EACH_CPU static void prod_##type(                                                      \
		void *result, void *also, const void *left, const void *right, size_t count)       \
	{                                                                                          \
		const any_##part *xs = left, *ys = right;                                          \
		any_##part *results = result, *others = also ? also : result;                      \
                                                                                                   \
		INDEPENDENT                                                                        \
		for (size_t i = 0; i < 2 * count; i += 2) {                                        \
			any_##part real = xs[i] * ys[i] + part##_minus(xs[i + 1] * ys[i + 1]);     \
			any_##part imaginary = xs[i] * ys[i + 1] + xs[i + 1] * ys[i];              \
			results[i] = others[i] = part##_result(real);                              \
			results[i + 1] = others[i + 1] = part##_result(imaginary);                 \
		}                                                                                  \
	}                                                                                          \
	kernel_function *const type##_kernels[OPERATIONS] = {                                      \
		[OP_SUM] = sum_##type, [OP_PROD] = prod_##type                                     \
	};

COMPLEX(c64, f32)
COMPLEX(c128, f64)
