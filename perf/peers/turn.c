/* Times a transposition in memory on two pinned threads, half of the rows each. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "perf/peers/peer.h"
#include "perf/peers/turn.h"

struct turn {
	size_t n;
	double *from, *to;
	turn_half *half;
};

static void part(int me, void *context)
{
	const struct turn *t = context;
	size_t rows = t->n / 2, first = me ? rows : 0;

	t->half(t->from + first * t->n, t->to + first, rows, t->n, t->n);
}

static void fill(struct turn *t)
{
	t->from = peer_memory(t->n * t->n * sizeof(double));
	t->to = peer_memory(t->n * t->n * sizeof(double));
	for (size_t k = 0; k < t->n * t->n; k++) {
		t->from[k] = (double)k;
		t->to[k] = -1;
	}
}

static void check(const struct turn *t)
{
	for (size_t i = 0; i < t->n; i++)
		for (size_t j = 0; j < t->n; j++)
			if (t->to[j * t->n + i] != t->from[i * t->n + j])
				peer_fail("an element is wrong");
}

int turn_measure(const char *algorithm, turn_half *half)
{
	peer_begin();
	for (size_t n = 64; n <= 2048; n *= 2) {
		struct turn t = { .n = n, .half = half };
		struct peer_row row = { .collective = "local-transpose",
			.algorithm = algorithm,
			.network = "threads",
			.nodes = 2,
			.bytes = n * n * sizeof(double) };

		fill(&t);
		peer_pair(part, &t, &row);
		check(&t);
		peer_write(&row);
		free(t.from);
		free(t.to);
	}
	peer_end();
	return 0;
}
