/* Draws a comparison: bandwidth and ratio over size, one pair of panels for each collective. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_PEERS_PLOT_H
#define PERF_PEERS_PLOT_H

#include "perf/row_comparison.h"

/* Writes the picture of the merged rows of so many nodes. Nothing is written when no collective has
 * two sizes. 0, or -EIO with why. */
int plot_write(const char *path, const struct bench_file *file, long long nodes);

#endif
