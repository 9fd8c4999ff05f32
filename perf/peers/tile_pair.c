/* Times grove's transposition of a matrix in memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <grove.h>
#include "perf/peers/peer.h"
#include "perf/peers/transpose_pair.h"

static void half(const double *from, double *to, size_t rows, size_t columns, size_t n)
{
	struct grove_matrix matrix = { .rows = rows,
		.columns = columns,
		.item = sizeof *from,
		.in_stride = n * sizeof *from,
		.out_stride = n * sizeof *to };

	if (grove_transpose(&matrix, from, to))
		peer_fail(grove_why());
}

int main(void)
{
	return turn_measure("grove", half);
}
