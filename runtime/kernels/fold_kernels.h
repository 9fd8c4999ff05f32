/* The folding kernels: a loop for each type and operation that grove knows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_FOLD_KERNELS_H
#define RUNTIME_KERNELS_FOLD_KERNELS_H

#include <stddef.h>
#include "grove.h"

/* All folds of grove, in the order of the numbers in grove.h. */
#define FOR_EACH_OPERATION(ROW)                                                                    \
	ROW(OP_SUM, sum)                                                                           \
	ROW(OP_PROD, prod)                                                                         \
	ROW(OP_MIN, min)                                                                           \
	ROW(OP_MAX, max)                                                                           \
	ROW(OP_AND, and)                                                                           \
	ROW(OP_OR, or)                                                                             \
	ROW(OP_XOR, xor)                                                                           \
	ROW(OP_MINLOC, minloc)                                                                     \
	ROW(OP_MAXLOC, maxloc)

#define OPERATION(operation, name) operation,
enum operation {
	FOR_EACH_OPERATION(OPERATION) OPERATIONS
};
#undef OPERATION

/* Computes result[i] = left[i] combined with right[i], for i < count, and stores the same in
 * also[i] unless `also` is NULL. result may be left or right. */
typedef void kernel_function(
	void *result, void *also, const void *left, const void *right, size_t count);

/* All types of grove: the number, the name, and the bytes of an element. */
#define FOR_EACH_TYPE(ROW)                                                                         \
	ROW(GROVE_U8, u8, 1)                                                                       \
	ROW(GROVE_I8, i8, 1)                                                                       \
	ROW(GROVE_U16, u16, 2)                                                                     \
	ROW(GROVE_I16, i16, 2)                                                                     \
	ROW(GROVE_U32, u32, 4)                                                                     \
	ROW(GROVE_I32, i32, 4)                                                                     \
	ROW(GROVE_U64, u64, 8)                                                                     \
	ROW(GROVE_I64, i64, 8)                                                                     \
	ROW(GROVE_F32, f32, 4)                                                                     \
	ROW(GROVE_F64, f64, 8)                                                                     \
	ROW(GROVE_F16, f16, 2)                                                                     \
	ROW(GROVE_BF16, bf16, 2)                                                                   \
	ROW(GROVE_C64, c64, 8)                                                                     \
	ROW(GROVE_C128, c128, 16)                                                                  \
	ROW(GROVE_BOOL, bool, 1)                                                                   \
	ROW(GROVE_I32_I32, i32_i32, 8)                                                             \
	ROW(GROVE_F32_I32, f32_i32, 8)                                                             \
	ROW(GROVE_I64_I32, i64_i32, 16)                                                            \
	ROW(GROVE_F64_I32, f64_i32, 16)                                                            \
	ROW(GROVE_I64_I64, i64_i64, 16)                                                            \
	ROW(GROVE_F64_I64, f64_i64, 16)

/* The kernels of each type. NULL: the operation does not exist for that type (bits of floats). */
#define KERNELS_OF(number, type, bytes) extern kernel_function *const type##_kernels[OPERATIONS];
FOR_EACH_TYPE(KERNELS_OF)
#undef KERNELS_OF

#endif
