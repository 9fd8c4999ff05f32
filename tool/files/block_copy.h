/* Declares blocks in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_BLOCK_COPY_H
#define TOOL_FILES_BLOCK_COPY_H

#include <stddef.h>

/* A block of rows x columns items, with `stride` bytes from row to row. */
struct tile {
	unsigned char *at;
	size_t stride;
};

/* Copies the rows x columns items of `from`. */
void tile_copy(struct tile to, struct tile from, size_t rows, size_t columns, size_t item);

#endif
