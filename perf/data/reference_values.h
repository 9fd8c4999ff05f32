/* Values: what each node sends, and how values combine, in the plainest way. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_DATA_REFERENCE_VALUES_H
#define PERF_DATA_REFERENCE_VALUES_H

#include "perf/data/test_pattern.h"

enum {
	VALUE_CHUNK = 1 << 16
}; /* bytes: room for the largest element */

/* Bytes that are never cut: 1, or the size of what is folded. */
size_t reference_element(const struct pattern *pattern);

/* Bytes begin ... end - 1 of one block of node u's input; begin is a multiple of the element. */
void reference_fill(const struct pattern *pattern, int u, int block, size_t begin, size_t end,
	unsigned char *to);

/* sum[bytes] = sum combined with more, by loops that share no line with the library's kernels. A
 * caller's own fold is called. */
void reference_combine(
	const struct pattern *pattern, unsigned char *sum, const unsigned char *more, size_t bytes);

#endif
