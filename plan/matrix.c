/* Computes the items of each block of a matrix over the nodes, and where the items lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include "base/arith.h"
#include "base/size.h"
#include "base/error.h"
#include "plan/matrix.h"

static size_t line_of(const struct matrix *m, int x)
{
	return (size_t)(m->line ? m->line[x] : x);
}

static size_t part(size_t total, int parts)
{
	return total / (size_t)parts + (total % (size_t)parts != 0);
}

struct matrix_block matrix_block(const struct matrix *m, int origin, int reader)
{
	size_t height = part(m->rows, m->grid), width = part(m->columns, m->grid);
	size_t x = line_of(m, m->submatrices ? origin / m->grid : origin);
	size_t y = line_of(m, m->submatrices ? origin % m->grid : reader);

	return (struct matrix_block){ .rows = size_inside(m->rows, height, x),
		.columns = size_inside(m->columns, width, y),
		.from = m->submatrices ? 0 : y * width * m->item,
		.to = m->submatrices ? 0 : x * height * m->item };
}

/* Returns the bytes from the first byte of the rows to the last byte, for that many rows and items
 * in a row. */
static size_t span(const struct matrix *m, size_t rows, size_t items, size_t stride)
{
	return rows && items ? (rows - 1) * stride + items * m->item : 0;
}

void matrix_buffers(
	const struct matrix *m, const int *permutation, int v, size_t *input, size_t *output)
{
	struct matrix_block own = matrix_block(m, v, v), got = own;
	int u = 0;

	if (m->submatrices) {
		while (permutation[u] != v)
			u++;
		got = matrix_block(m, u, v);
	}
	*input = span(m, own.rows, m->submatrices ? own.columns : m->columns, m->in_stride);
	*output = span(m, got.columns, m->submatrices ? got.rows : m->rows, m->out_stride);
}

size_t matrix_bytes(const struct matrix *m)
{
	return part(m->rows, m->grid) * part(m->columns, m->grid) * m->item;
}

/* ---- Checking ---- */

static int check_lines(const struct matrix *m)
{
	char *seen = m->line ? calloc((size_t)m->grid, 1) : NULL;
	int error = 0;

	if (!m->line)
		return 0;
	if (!seen)
		return why(ENOMEM, "no memory to look at the lines of a matrix");
	for (int x = 0; x < m->grid && !error; x++) {
		int line = m->line[x];

		if (line < 0 || line >= m->grid || seen[line]++)
			error = why(EINVAL,
				"a matrix in %d lines: line[%d] = %d is none of them, or twice",
				m->grid, x, line);
	}
	free(seen);
	return error;
}

/* Returns true if the bytes of as many rows as the grid has room for do not overflow. */
static bool fits(size_t rows, size_t stride, int grid)
{
	size_t all, bytes;

	return !__builtin_add_overflow(rows, (size_t)grid, &all) &&
	       size_multiply(&bytes, all, stride);
}

static int check_stride(const struct matrix *m, size_t items, size_t stride, const char *name)
{
	size_t least = m->submatrices ? part(items, m->grid) : items;

	if (m->rows && m->columns && stride < least * m->item)
		return why(EINVAL, "a matrix with rows of %zu bytes: %s %zu is less",
			least * m->item, name, stride);
	return 0;
}

int matrix_check(const struct matrix *m)
{
	int error;

	if (!m->item)
		return why(EINVAL, "a matrix of items without bytes");
	if (!fits(m->rows, m->item, m->grid) || !fits(m->columns, m->item, m->grid) ||
		!fits(m->rows, m->in_stride, m->grid) ||
		!fits(m->columns, m->out_stride, m->grid) ||
		!fits(m->rows, (m->columns + (size_t)m->grid) * m->item, m->grid))
		return why(EINVAL, "a matrix of %zu x %zu items of %zu bytes is larger than memory",
			m->rows, m->columns, m->item);
	error = check_stride(m, m->columns, m->in_stride, "in_stride");
	if (!error)
		error = check_stride(m, m->rows, m->out_stride, "out_stride");
	return error ? error : check_lines(m);
}
