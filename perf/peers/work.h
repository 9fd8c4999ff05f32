/* Makes matrices to transpose and bytes to count, for comparisons of the applications. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_WORK_H
#define PERF_PEERS_WORK_H

#include <stddef.h>
#include <stdint.h>
#include "perf/peers/peer.h"

enum {
	WORK_N_LEAST = 64, /* matrices are n x n doubles, and n doubles from size to size */
	WORK_N_MOST = 2048,
	WORK_BYTES_LEAST = 1 << 16, /* bytes to count: 16 times more from size to size */
	WORK_BYTES_MOST = 1 << 24,
	WORK_BINS = 256
};

struct test_matrix {
	size_t n;
	double *from, *to;
};

/* Makes a matrix of distinct elements, and a wrong transpose. */
void matrix_open(struct test_matrix *matrix, size_t n);
/* Frees the matrix. Ends the program if `to` is not the transpose of `from`. */
void matrix_close(struct test_matrix *matrix);

/* Sets the buffers of two sides: each has half of the rows of both matrices. */
void matrix_halves(const struct test_matrix *matrix, struct peer_buffers buffers[2]);

struct bytes {
	size_t count;
	unsigned char *at;
};

void bytes_open(struct bytes *bytes, size_t count);
/* Sets the inputs of two sides: each has half of the bytes. */
void bytes_halves(const struct bytes *bytes, struct peer_buffers buffers[2]);
/* Frees the bytes. Ends the program if the counts are wrong. Counts may be a multiple of the right
 * counts, as after several additions. */
void bytes_close(struct bytes *bytes, const uint64_t counts[WORK_BINS]);

#endif
