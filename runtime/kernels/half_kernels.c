/* The folding kernels of 16-bit floats: each pair of elements is folded in 32 bits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernels/fold_kernels.h"
#include "runtime/kernels/fold_loop.h"
#include "runtime/kernels/half_float.h"

typedef uint16_t ANY any_f16;
typedef uint16_t ANY any_bf16;

/* An f32 has more than twice the mantissa of either type, so a sum or product that is rounded twice
 * is as right as one that is rounded once. Minimum and maximum are those of fold_kernels.c. */
#define HALF(type)                                                                                 \
	ARITHMETIC(sum, type, type##_from(type##_value(x) + type##_value(y)))                      \
	ARITHMETIC(prod, type, type##_from(type##_value(x) * type##_value(y)))                     \
	ARITHMETIC(min, type,                                                                      \
		type##_value(x) < type##_value(y)   ? x                                            \
		: type##_value(y) < type##_value(x) ? y                                            \
						    : x | y)                                       \
	ARITHMETIC(max, type,                                                                      \
		type##_value(x) > type##_value(y)    ? x                                           \
		: type##_value(y) > type##_value(x)  ? y                                           \
		: type##_value(x) == type##_value(y) ? x & y                                       \
						     : x | y)                                      \
	kernel_function *const type##_kernels[OPERATIONS] = { [OP_SUM] = sum_##type,               \
		[OP_PROD] = prod_##type,                                                           \
		[OP_MIN] = min_##type,                                                             \
		[OP_MAX] = max_##type };

HALF(f16)
HALF(bf16)
