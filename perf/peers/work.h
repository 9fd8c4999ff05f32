/* What the applications are compared on: matrices to transpose, and bytes to count. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_WORK_H
#define PERF_PEERS_WORK_H

#include <stddef.h>
#include <stdint.h>

enum {
	WORK_N_LEAST = 64, /* matrices are n x n doubles, n doubles from size to size */
	WORK_N_MOST = 2048,
	WORK_BYTES_LEAST = 1 << 16, /* bytes to count: 16 times more from size to size */
	WORK_BYTES_MOST = 1 << 24,
	WORK_BINS = 256
};

struct test_matrix {
	size_t n;
	double *from, *to;
};

/* Elements that all differ, and a transpose that is wrong. */
void matrix_open(struct test_matrix *matrix, size_t n);
/* Ends the program when `to` is not the transpose of `from`; frees both. */
void matrix_close(struct test_matrix *matrix);

struct bytes {
	size_t count;
	unsigned char *at;
};

void bytes_open(struct bytes *bytes, size_t count);
/* Ends the program when the counts are not those of the bytes, or a multiple of them, as they are
 * after several additions; frees them. */
void bytes_close(struct bytes *bytes, const uint64_t counts[WORK_BINS]);

#endif
