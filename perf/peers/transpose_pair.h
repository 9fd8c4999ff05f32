/* Times a transposition in memory by two cores, with a library's function for half of the rows. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_TRANSPOSE_PAIR_H
#define PERF_PEERS_TRANSPOSE_PAIR_H

#include <stddef.h>

/* Makes element (i, j) of `from`, rows x columns, element (j, i) of `to`. In both matrices n
 * elements lie between the starts of two rows. */
typedef void turn_half(const double *from, double *to, size_t rows, size_t columns, size_t n);

/* Times matrices of 64 x 64 to 2048 x 2048, and prints a row for each. Returns the exit status. */
int turn_measure(const char *algorithm, turn_half *half);

#endif
