/* A matrix over the nodes: which of its items a block has, and where they lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MATRIX_H
#define PLAN_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

/* The matrix is cut in grid x grid blocks of ceil(rows / grid) x ceil(columns / grid) items; the last ones
 * are smaller, or have nothing. In a transposition each node reads its blocks where they lie, and writes
 * their rows as columns. */
struct matrix {
	size_t rows, columns, item;   /* items, and bytes of each */
	size_t in_stride, out_stride; /* bytes between rows, of the matrix and of the transpose */
	int grid;
	bool submatrices; /* node v has the block (line(v / grid), line(v % grid)), else all of line(v) */
	const int *line; /* [grid]; NULL: x for x */
};

/* The block that one node has for another: its shape, and where it begins in the input of the one and
 * its transpose in the output of the other. */
struct matrix_block {
	size_t rows, columns;
	size_t from, to;
};

struct matrix_block matrix_block(const struct matrix *matrix, int origin, int reader);

/* Bytes of a node's buffers, from the first item to the last; by submatrices node u's block goes to
 * permutation[u]. */
void matrix_buffers(
	const struct matrix *matrix, const int *permutation, int v, size_t *input, size_t *output);

/* Bytes of a whole block. */
size_t matrix_bytes(const struct matrix *matrix);

/* 0, or -EINVAL with why: rows overlap, lines are not those of the grid, or it is more than memory has. */
int matrix_check(const struct matrix *matrix);

#endif
