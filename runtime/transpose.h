/* Transposing: the rows of a block of items become its columns. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef RUNTIME_TRANSPOSE_H
#define RUNTIME_TRANSPOSE_H

#include <stdbool.h>
#include <stddef.h>

/* A block whose rows lie `stride` bytes apart. */
struct rows {
	unsigned char *at;
	size_t stride;
};

/* Item (i, j) of `from`, rows x columns items of so many bytes, becomes item (j, i) of `to`. They do
 * not overlap. past: as copy_bytes (copy.h). Any thread. */
void transpose_block(
	struct rows to, struct rows from, size_t rows, size_t columns, size_t item, bool past);

#endif
