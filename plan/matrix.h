/* A matrix over the nodes has blocks, which say where the items of each node lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_MATRIX_H
#define PLAN_MATRIX_H

#include <stdbool.h>
#include <stddef.h>

/* The matrix is cut in grid x grid blocks of ceil(rows / grid) x ceil(columns / grid) items. The
 * last blocks are smaller, or empty. In a transposition each node reads its blocks from the memory
 * of other nodes, and writes the rows of a block as columns. */
struct matrix {
	size_t rows, columns, item;   /* items, and bytes of each */
	size_t in_stride, out_stride; /* bytes between rows, of the matrix and of the transpose */
	int grid;
	/* node v has the block (line(v / grid), line(v % grid)), else all blocks of line(v) */
	bool submatrices;
	const int *line; /* [grid]; NULL: line(x) is x */
};

/* The block of the node `origin` for the node `reader`: the shape, the place in the origin's input,
 * and the place of the transposed block in the reader's output. */
struct matrix_block {
	size_t rows, columns;
	size_t from, to;
};

struct matrix_block matrix_block(const struct matrix *matrix, int origin, int reader);

/* Computes the bytes of a node's buffers, from the first item to the last. With submatrices node
 * u's block goes to permutation[u]. */
void matrix_buffers(
	const struct matrix *matrix, const int *permutation, int v, size_t *input, size_t *output);

/* Returns the bytes of a whole block. */
size_t matrix_bytes(const struct matrix *matrix);

/* Checks a matrix. Returns 0, or -EINVAL with why: rows overlap, the lines are not the lines of the
 * grid, or the matrix is larger than memory. */
int matrix_check(const struct matrix *matrix);

#endif
