/* The folding kernels of integers, floats and booleans. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdint.h>
#include "runtime/kernels/fold_kernels.h"
#include "runtime/kernels/fold_loop.h"

/* Integers wrap around. Sums and products of signed integers are computed in the unsigned type of
 * the same width. Narrow integers are widened to unsigned first, since 65535 * 65535 overflows int.
 *
 * Minimum and maximum of floats give the same bits when left and right change places, because the
 * two ends of an exchange see the operands in opposite order: -0 is less than +0, and a NaN on
 * either side gives the positive quiet NaN without payload, as in sums and products. Where a
 * program has switched subnormals off, they compare as equal: the bits then decide, so the result
 * is still one of the operands. */

#define UNSIGNED(type)                                                                             \
	ARITHMETIC(sum, type, 1u * x + y)                                                          \
	ARITHMETIC(prod, type, 1u * x * y)                                                         \
	ARITHMETIC(and, type, x &y)                                                                \
	ARITHMETIC(or, type, x | y)                                                                \
	ARITHMETIC(xor, type, x ^ y)

#define ORDERED(type)                                                                              \
	ARITHMETIC(min, type, x < y ? x : y)                                                       \
	ARITHMETIC(max, type, x > y ? x : y)

#define FLOATING(type, bits, nan)                                                                  \
	ARITHMETIC(sum, type, type##_result(x + y))                                                \
	ARITHMETIC(prod, type, type##_result(x *y))                                                \
	KERNEL(min, type, bits, x < y ? X : y < x ? Y : x == y ? (X > Y ? X : Y) : (nan))          \
	KERNEL(max, type, bits, x > y ? X : y > x ? Y : x == y ? (X < Y ? X : Y) : (nan))

UNSIGNED(u8)
UNSIGNED(u16)
UNSIGNED(u32)
UNSIGNED(u64)
ORDERED(u8)
ORDERED(u16)
ORDERED(u32)
ORDERED(u64)
ORDERED(i8)
ORDERED(i16)
ORDERED(i32)
ORDERED(i64)
FLOATING(f32, u32, 0x7fc00000)
FLOATING(f64, u64, 0x7ff8000000000000)

/* Booleans are bytes: 0 is false, any other byte is true, and a result is 0 or 1. */
typedef uint8_t ANY any_bool;
ARITHMETIC(and, bool, (x != 0) & (y != 0))
ARITHMETIC(or, bool, (x != 0) | (y != 0))
ARITHMETIC(xor, bool, (x != 0) ^ (y != 0))

#define BITS(type) [OP_AND] = and_##type, [OP_OR] = or_##type, [OP_XOR] = xor_##type
#define RING(type) [OP_SUM] = sum_##type, [OP_PROD] = prod_##type
#define ORDER(type) [OP_MIN] = min_##type, [OP_MAX] = max_##type

/* clang-format off */
kernel_function *const u8_kernels[OPERATIONS] = { RING(u8), ORDER(u8), BITS(u8) };
kernel_function *const i8_kernels[OPERATIONS] = { RING(u8), ORDER(i8), BITS(u8) };
kernel_function *const u16_kernels[OPERATIONS] = { RING(u16), ORDER(u16), BITS(u16) };
kernel_function *const i16_kernels[OPERATIONS] = { RING(u16), ORDER(i16), BITS(u16) };
kernel_function *const u32_kernels[OPERATIONS] = { RING(u32), ORDER(u32), BITS(u32) };
kernel_function *const i32_kernels[OPERATIONS] = { RING(u32), ORDER(i32), BITS(u32) };
kernel_function *const u64_kernels[OPERATIONS] = { RING(u64), ORDER(u64), BITS(u64) };
kernel_function *const i64_kernels[OPERATIONS] = { RING(u64), ORDER(i64), BITS(u64) };
kernel_function *const f32_kernels[OPERATIONS] = { RING(f32), ORDER(f32) };
kernel_function *const f64_kernels[OPERATIONS] = { RING(f64), ORDER(f64) };
kernel_function *const bool_kernels[OPERATIONS] = { BITS(bool) };
/* clang-format on */
