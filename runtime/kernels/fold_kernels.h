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
	OPERATIONS
};

/* Computes result[i] = left[i] combined with right[i], for i < count, and stores the same in
 * also[i] unless `also` is NULL. result may be left or right. */
typedef void kernel_function(
	void *result, void *also, const void *left, const void *right, size_t count);

/* NULL: the operation does not exist for that type (bits of floats). */
extern kernel_function *const kernels[OPERATIONS][GROVE_TYPES];

#endif
