/* The folding kernels of 16-bit floats: each pair of elements is folded in 32 bits. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "runtime/kernels/fold_kernels.h"
#include "runtime/kernels/fold_loop.h"
#include "runtime/kernels/half_float.h"

typedef uint16_t ANY any_f16;
typedef uint16_t ANY any_bf16;

/* The direction of rounding is read where vectors have it, which is also the quickest. */
#ifdef __SSE__
enum {
	DIRECTION = 0x6000, /* bits of the control register */
	NEAREST_DIRECTION = 0
};

static unsigned direction(void)
{
	return __builtin_ia32_stmxcsr() & DIRECTION;
}

static void direction_set(unsigned wanted)
{
	__builtin_ia32_ldmxcsr((__builtin_ia32_stmxcsr() & ~(unsigned)DIRECTION) | wanted);
}
#else
#include <fenv.h>

static unsigned direction(void)
{
	return (unsigned)fegetround();
}

static void direction_set(unsigned wanted)
{
	fesetround((int)wanted);
}

#define NEAREST_DIRECTION FE_TONEAREST
#endif

/* Applies a kernel while the thread rounds to nearest. The caller may round in another way. */
static __attribute__((noinline)) void apply_to_nearest(kernel_function *kernel, void *result,
	void *also, const void *left, const void *right, size_t count)
{
	unsigned callers = direction();

	if (callers != NEAREST_DIRECTION)
		direction_set(NEAREST_DIRECTION);
	kernel(result, also, left, right, count);
	if (callers != NEAREST_DIRECTION)
		direction_set(callers);
}

#define NEAREST(operation, type)                                                                   \
	static void operation##_nearest_##type(                                                    \
		void *result, void *also, const void *left, const void *right, size_t count)       \
	{                                                                                          \
		apply_to_nearest(operation##_##type, result, also, left, right, count);            \
	}

/* An f32 has more than twice the mantissa of either type, so a sum or product that is rounded twice
 * is as right as one that is rounded once. Minimum and maximum are those of fold_kernels.c. */
#define HALF(type)                                                                                 \
	ARITHMETIC(sum, type, type##_from(type##_value(x) + type##_value(y)))                      \
	ARITHMETIC(prod, type, type##_from(type##_value(x) * type##_value(y)))                     \
	ARITHMETIC(min, type,                                                                      \
		type##_value(x) < type##_value(y)    ? x                                           \
		: type##_value(y) < type##_value(x)  ? y                                           \
		: type##_value(x) == type##_value(y) ? (x > y ? x : y)                             \
						     : type##_NAN)                                 \
	ARITHMETIC(max, type,                                                                      \
		type##_value(x) > type##_value(y)    ? x                                           \
		: type##_value(y) > type##_value(x)  ? y                                           \
		: type##_value(x) == type##_value(y) ? (x < y ? x : y)                             \
						     : type##_NAN)                                 \
	NEAREST(sum, type)                                                                         \
	NEAREST(prod, type)                                                                        \
	kernel_function *const type##_kernels[OPERATIONS] = { [OP_SUM] = sum_nearest_##type,       \
		[OP_PROD] = prod_nearest_##type,                                                   \
		[OP_MIN] = min_##type,                                                             \
		[OP_MAX] = max_##type };

HALF(f16)
HALF(bf16)
