/* Makes matrices and bytes for comparisons of the applications, and checks the results. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include "perf/peers/peer.h"
#include "perf/peers/work.h"

void matrix_open(struct test_matrix *m, size_t n)
{
	m->n = n;
	m->from = peer_memory(n * n * sizeof(double));
	m->to = peer_memory(n * n * sizeof(double));
	for (size_t k = 0; k < n * n; k++) {
		m->from[k] = (double)k;
		m->to[k] = -1;
	}
}

void matrix_halves(const struct test_matrix *m, struct peer_buffers buffers[2])
{
	size_t half = m->n / 2 * m->n;

	for (int me = 0; me < 2; me++) {
		size_t first = me ? half : 0;

		buffers[me] = (struct peer_buffers){ m->from + first, m->to + first,
			half * sizeof *m->from, half * sizeof *m->to };
	}
}

void matrix_close(struct test_matrix *m)
{
	for (size_t i = 0; i < m->n; i++)
		for (size_t j = 0; j < m->n; j++)
			if (m->to[j * m->n + i] != m->from[i * m->n + j])
				peer_fail("an element is wrong");
	free(m->from);
	free(m->to);
}

/* Makes bytes in no order, some values more often than others. */
void bytes_open(struct bytes *b, size_t count)
{
	uint64_t state = 1;

	b->count = count;
	b->at = peer_memory(count);
	for (size_t k = 0; k < count; k++) {
		state = state * 6364136223846793005u + 1442695040888963407u;
		b->at[k] = (unsigned char)((state >> 56) & (state >> 40 | 0x3f));
	}
}

void bytes_halves(const struct bytes *b, struct peer_buffers buffers[2])
{
	size_t half = b->count / 2;

	buffers[0] = (struct peer_buffers){ .in = b->at, .in_bytes = half };
	buffers[1] = (struct peer_buffers){ .in = b->at + half, .in_bytes = b->count - half };
}

void bytes_close(struct bytes *b, const uint64_t counts[WORK_BINS])
{
	uint64_t expected[WORK_BINS] = { 0 }, all = 0;

	for (size_t k = 0; k < b->count; k++)
		expected[b->at[k]]++;
	for (int i = 0; i < WORK_BINS; i++)
		all += counts[i];
	if (!all || all % b->count)
		peer_fail("a byte was not counted");
	for (int i = 0; i < WORK_BINS; i++)
		if (counts[i] != expected[i] * (all / b->count))
			peer_fail("a count is wrong");
	free(b->at);
}
