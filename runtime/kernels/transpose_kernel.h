/* Transposing: the rows of a block of items become its columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_KERNELS_TRANSPOSE_KERNEL_H
#define RUNTIME_KERNELS_TRANSPOSE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>

/* A block whose rows lie `stride` bytes apart. */
struct rows {
	unsigned char *at;
	size_t stride;
};

struct block {
	size_t rows, columns, item; /* of `from`; bytes of an item */
	bool past;		    /* as copy_bytes (copy.h) */
	int older; /* generations of cpus before this one, whose vectors do it: for tests */
};

/* Item (i, j) of `from` becomes item (j, i) of `to`. They do not overlap. Any thread. */
void transpose_block(struct rows to, struct rows from, const struct block *block);

#endif
