/* The bins of a histogram, and which of them a number falls in. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_BINS_H
#define APPS_BINS_H

#include <stddef.h>

/* Bin i is [edges[i], edges[i + 1]); the last one includes its upper edge. */
struct bins {
	size_t count;
	double *edges;	 /* count + 1 of them, for free() */
	double per_unit; /* bins in one unit of the numbers */
};

/* `count` bins of equal width from low to high, with the edges that numpy.histogram computes for
 * floats of `item` bytes; 8 for integers, too. low < high, both finite. */
void bins_make(struct bins *bins, size_t count, double low, double high, size_t item);

/* The bin of the number; `count` when it is outside or no number. */
size_t bins_find(const struct bins *bins, double number);

#endif
