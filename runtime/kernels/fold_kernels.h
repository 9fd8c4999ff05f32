/* The folding kernels: a loop for each type and operation that grove knows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_FOLD_KERNELS_H
#define RUNTIME_KERNELS_FOLD_KERNELS_H

#include <stddef.h>
#include "grove.h"

enum operation {
	OP_SUM,
	OP_PROD,
	OP_MIN,
	OP_MAX,
	OP_AND,
	OP_OR,
	OP_XOR,
	OP_MINLOC,
	OP_MAXLOC,
	OPERATIONS
};

/* Computes result[i] = left[i] combined with right[i], for i < count, and stores the same in
 * also[i] unless `also` is NULL. result may be left or right. */
typedef void kernel_function(
	void *result, void *also, const void *left, const void *right, size_t count);

/* The kernels of each type. NULL: the operation does not exist for that type (bits of floats). */
#define KERNELS_OF(type) extern kernel_function *const type##_kernels[OPERATIONS]
KERNELS_OF(u8);
KERNELS_OF(i8);
KERNELS_OF(u16);
KERNELS_OF(i16);
KERNELS_OF(u32);
KERNELS_OF(i32);
KERNELS_OF(u64);
KERNELS_OF(i64);
KERNELS_OF(f32);
KERNELS_OF(f64);
KERNELS_OF(f16);
KERNELS_OF(bf16);
KERNELS_OF(c64);
KERNELS_OF(c128);
KERNELS_OF(bool);
KERNELS_OF(i32_i32);
KERNELS_OF(f32_i32);
KERNELS_OF(i64_i32);
KERNELS_OF(f64_i32);
KERNELS_OF(i64_i64);
KERNELS_OF(f64_i64);
#undef KERNELS_OF

#endif
