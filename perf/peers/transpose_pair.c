/* Times a transposition in memory on two pinned threads. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "perf/peers/peer.h"
#include "perf/peers/transpose_pair.h"
#include "perf/peers/work.h"

struct pair_turn {
	struct test_matrix matrix;
	turn_half *half;
};

/* Each thread makes half of the rows of the result, which is faster for all libraries than half of
 * each row. */
static void part(int me, void *context)
{
	const struct pair_turn *t = context;
	size_t n = t->matrix.n, half = n / 2, first = me ? half : 0;

	t->half(t->matrix.from + first, t->matrix.to + first * n, n, half, n);
}

/* Prints each row twice: beside grove's transposition in memory, and beside grove's application. */
int turn_measure(const char *algorithm, turn_half *half)
{
	peer_begin();
	for (size_t n = WORK_N_LEAST; n <= WORK_N_MOST; n *= 2) {
		struct pair_turn t = { .half = half };
		struct peer_row row = { .collective = "local-transpose",
			.algorithm = algorithm,
			.network = "threads",
			.nodes = 2,
			.bytes = n * n * sizeof(double) };

		matrix_open(&t.matrix, n);
		matrix_halves(&t.matrix, row.buffers);
		peer_pair(part, &t, &row);
		matrix_close(&t.matrix);
		peer_write(&row);
		row.collective = "transpose";
		if (strcmp(algorithm, "grove") != 0)
			peer_write(&row);
	}
	peer_end();
	return 0;
}
