/* Declares which node holds which block of a matrix. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_MATRIX_LAYOUT_H
#define TOOL_APPLICATIONS_MATRIX_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>

/* A matrix is cut in grid x grid blocks of height x width items; M(x, y) is the block in line x and
 * column y. Every node holds `each` blocks before the transposition, and as many blocks of the
 * transpose afterwards. */
struct matrix_layout {
	int nodes, grid, each;
	bool gray, whole; /* whole: a block is as wide as the matrix, and every node has one */
	size_t rows, columns, item; /* of the matrix */
	size_t height, width;	    /* of a block: the last blocks extend beyond the matrix */
	size_t bytes;		    /* of a block */
};

/* Ends the command when the layout does not suit the number of nodes. */
void layout_make(struct matrix_layout *layout, int nodes, bool submatrices, bool gray);

/* Changes storage by rows: each node's rows become a single block. */
void layout_join(struct matrix_layout *layout);

/* Cuts a matrix of that many rows, columns, and bytes for each item. */
void layout_cut(struct matrix_layout *layout, size_t rows, size_t columns, size_t item);

/* Returns the line whose Gray code is v; without Gray codes v. */
size_t layout_line(const struct matrix_layout *layout, int v);

/* Finds the k-th block of a node: M(x, y) before, and the transpose's block (x, y) afterwards. */
void layout_block(const struct matrix_layout *layout, int node, int k, size_t *x, size_t *y);

#endif
