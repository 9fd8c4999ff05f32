/* Computes the input of each node and the fold of inputs, in the plainest way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_REFERENCE_VALUES_H
#define PERF_DATA_REFERENCE_VALUES_H

#include "perf/data/test_pattern.h"

enum {
	VALUE_CHUNK = 1 << 16
}; /* bytes, enough for the largest element */

/* Returns true if the fold is the built-in fold. The functions are compared, because a caller may
 * hold a copy of the struct. */
static inline bool fold_is(const struct grove_fold *fold, const struct grove_fold *built_in)
{
	return fold->function == built_in->function;
}

/* Returns the bytes of an element, which no chunk cuts: 1 for collectives that do not fold. */
size_t reference_element(const struct pattern *pattern);

/* Computes bytes begin ... end - 1 of a block of node u's input; begin is a
 * multiple of the element. */
void reference_fill(const struct pattern *pattern, int u, int block, size_t begin, size_t end,
	unsigned char *to);

/* Folds `more` into `sum`, `bytes` bytes each, by loops that share no line with the library's
 * kernels. For a caller's own fold calls the caller's function. */
void reference_combine(
	const struct pattern *pattern, unsigned char *sum, const unsigned char *more, size_t bytes);

#endif
