/* Declares the bins of a histogram, and finds the bin of a number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_APPLICATIONS_BINS_H
#define TOOL_APPLICATIONS_BINS_H

#include <stddef.h>

/* Bin i is [edges[i], edges[i + 1]); the last bin includes its upper edge. */
struct bins {
	size_t count;
	double *edges;	 /* [count + 1], for free() */
	double per_unit; /* bins in 1 unit of the numbers */
};

/* Makes `count` bins of equal width from low to high, with the edges that numpy.histogram computes
 * for floats of `item` bytes; 8 for integers, too. low < high, both finite. */
void bins_make(struct bins *bins, size_t count, double low, double high, size_t item);

/* Returns the bin of the number; `count` when the number is outside or no number. */
size_t bins_find(const struct bins *bins, double number);

#endif
