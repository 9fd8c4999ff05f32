/* Transposes a block of items: the rows of the block become its columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_TRANSPOSE_KERNEL_H
#define RUNTIME_KERNELS_TRANSPOSE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

/* A block with rows that lie `stride` bytes apart. */
struct rows {
	unsigned char *at;
	size_t stride;
};

struct block {
	size_t rows, columns, item; /* of `from`; bytes of an item */
	bool past;		    /* as copy_bytes (copy.h) */
	int older;  /* use the vectors of a cpu that many generations older: for tests */
	bool along; /* write along the rows of the result (step.c), else across the rows */
};

/* Item (i, j) of `from` becomes item (j, i) of `to`. The two must not overlap. Any thread may call
 * this. */
void transpose_block(struct rows to, struct rows from, const struct block *block);

#endif
