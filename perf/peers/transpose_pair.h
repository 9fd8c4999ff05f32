/* Transposing a matrix in memory by both cores, with one library's function for half of its rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_TRANSPOSE_PAIR_H
#define PERF_PEERS_TRANSPOSE_PAIR_H

#include <stddef.h>

/* Element (i, j) of `from`, rows x columns, becomes element (j, i) of `to`. Rows lie n apart. */
typedef void turn_half(const double *from, double *to, size_t rows, size_t columns, size_t n);

/* Times matrices of 64 x 64 to 2048 x 2048 and prints a row for each. The exit status. */
int turn_measure(const char *algorithm, turn_half *half);

#endif
