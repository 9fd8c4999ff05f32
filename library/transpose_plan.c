/* Makes plans that transpose the blocks of a matrix, and transposes a whole matrix in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include "base/error.h"
#include "base/hash.h"
#include "library/library_internal.h"
#include "runtime/kernels/transpose_kernel.h"

static struct matrix matrix_of(const struct grove_matrix *from, int grid)
{
	return (struct matrix){ .rows = from->rows,
		.columns = from->columns,
		.item = from->item,
		.in_stride = from->in_stride ? from->in_stride : from->columns * from->item,
		.out_stride = from->out_stride ? from->out_stride : from->rows * from->item,
		.grid = grid,
		.line = from->line };
}

static int root_of(int nodes)
{
	int root = 0;

	while ((root + 1) * (root + 1) <= nodes)
		root++;
	return root;
}

/* Hashes all fields of the matrix. Nodes must agree on every field, because each node reads the
 * others' buffers by the matrix. */
static uint64_t hash_of(const struct matrix *m, uint64_t hash)
{
	const size_t words[] = { m->rows, m->columns, m->item, m->in_stride, m->out_stride };

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		hash = hash_word(hash, words[i]);
	for (int x = 0; x < m->grid; x++)
		hash = hash_word(hash, (uint64_t)(m->line ? m->line[x] : x));
	return hash;
}

static int check_plan(const struct grove_plan *plan, int root)
{
	const struct problem *problem = &plan->problem;
	const char *name = collective_name(problem->collective);

	if (problem->collective != ALLTOALL && !collective_permutes(problem->collective))
		return why(EINVAL, "%s of a matrix: alltoall and permute transpose", name);
	if (collective_permutes(problem->collective) && root * root != problem->net.nodes)
		return why(EINVAL, "permute of a matrix: the number of nodes is a square, not %d",
			problem->net.nodes);
	if (plan->forward == FORWARD_COPY)
		return why(EINVAL,
			"%s of a matrix: blocks are transposed where they are read, by reference",
			name);
	return 0;
}

int plan_transpose(struct grove_plan *plan, const struct grove_matrix *from)
{
	int nodes = plan->problem.net.nodes, root = root_of(nodes);
	bool submatrices = collective_permutes(plan->problem.collective);
	struct matrix m = matrix_of(from, submatrices ? root : nodes);
	int error = check_plan(plan, root), *line = NULL;

	m.submatrices = submatrices;
	if (!error)
		error = matrix_check(&m);
	if (!error && m.line) {
		line = malloc((size_t)m.grid * sizeof *line);
		if (!line)
			return why(ENOMEM, "no memory for the lines of a matrix");
		memcpy(line, m.line, (size_t)m.grid * sizeof *line);
	}
	if (error)
		return error;
	m.line = line;
	plan->matrix = m;
	plan->forward = FORWARD_REFERENCE;
	plan->hash = hash_of(&m, plan->hash);
	return 0;
}

static int transpose(const struct grove_matrix *matrix, const void *in, void *out)
{
	struct matrix m;
	size_t input, output;
	int error;

	if (!matrix)
		return why(EINVAL, "grove_transpose: the matrix is NULL");
	m = matrix_of(matrix, 1);
	m.line = NULL;
	error = matrix_check(&m);
	if (error || !matrix_bytes(&m))
		return error;
	if (!in || !out)
		return why(EINVAL, "grove_transpose: the %s is NULL", in ? "output" : "input");
	if (in == GROVE_IN_PLACE || out == GROVE_IN_PLACE)
		return why(EINVAL, "grove_transpose: GROVE_IN_PLACE is for collectives");
	matrix_buffers(&m, NULL, 0, &input, &output);
	if (buffers_overlap(in, input, out, output))
		return why(EINVAL, "grove_transpose: input and output overlap");
	transpose_block((struct rows){ out, m.out_stride },
		(struct rows){ (unsigned char *)(uintptr_t)in, m.in_stride },
		&(struct block){ .rows = m.rows, .columns = m.columns, .item = m.item });
	return 0;
}

int grove_transpose(const struct grove_matrix *matrix, const void *in, void *out)
{
	return why_answer(transpose(matrix, in, out));
}
