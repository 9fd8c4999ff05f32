/* Computes which node holds which block of a matrix.
 *
 *	by rows				by submatrices
 *	node 0	M(0,0) M(0,1) ...	node 0 M(0,0)	node 1 M(0,1)
 *	node 1	M(1,0) M(1,1) ...	node 2 M(1,0)	node 3 M(1,1)
 *
 * In storage by rows, block k of node v is M(v, k). Node v sends that block to node k, where M(v,
 * k) becomes block (k, v) of the transpose: an all-to-all exchange. In storage by submatrices, node
 * a sqrt(N) + b sends its only block to node b sqrt(N) + a: a permutation. In both, each node
 * afterwards holds the blocks of the transpose that have the numbers of its blocks of M.
 *
 * With Gray codes, line x is stored on node G(x) (or on the nodes G(x) sqrt(N) + G(y)), where G(x)
 * = x xor x/2: neighbouring blocks on neighbouring nodes of a cube. The exchange is the same.
 *
 * Source: Stout & Wagar 1990, section 7. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include "tool/files/need.h"
#include "tool/applications/matrix_layout.h"

static int root_of(int nodes)
{
	int root = 0;

	while ((long)(root + 1) * (root + 1) <= nodes)
		root++;
	return root;
}

void layout_make(struct matrix_layout *l, int nodes, bool submatrices, bool gray)
{
	int root = root_of(nodes);

	if (submatrices && root * root != nodes)
		end_command(STATUS_REFUSED,
			"storage by submatrices needs a square number of nodes, got %d; gh:%d has "
			"%d",
			nodes, root * root, root * root);
	*l = (struct matrix_layout){ .nodes = nodes,
		.grid = submatrices ? root : nodes,
		.each = submatrices ? 1 : nodes,
		.gray = gray };
	if (gray && l->grid & (l->grid - 1))
		end_command(STATUS_REFUSED,
			"Gray codes need a power of two of lines, got %d, on %d nodes", l->grid,
			nodes);
}

void layout_join(struct matrix_layout *l)
{
	l->whole = true;
	l->each = 1;
}

void layout_cut(struct matrix_layout *l, size_t rows, size_t columns, size_t item)
{
	l->rows = rows;
	l->columns = columns;
	l->item = item;
	l->height = part_size(rows, l->grid);
	l->width = l->whole ? columns : part_size(columns, l->grid);
	l->bytes = need_product(need_product(l->height, l->width), item);
}

/* Inverts G: the exclusive or of v and all right shifts of v. */
size_t layout_line(const struct matrix_layout *l, int v)
{
	int x = v;

	if (l->gray)
		while (v >>= 1)
			x ^= v;
	return (size_t)x;
}

void layout_block(const struct matrix_layout *l, int node, int k, size_t *x, size_t *y)
{
	*x = layout_line(l, l->each == 1 ? node / l->grid : node);
	*y = layout_line(l, l->each == 1 ? node % l->grid : k);
}
