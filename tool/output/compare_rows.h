/* Pairs of rows of two benchmarks, written as JSON. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_COMPARE_ROWS_H
#define TOOL_OUTPUT_COMPARE_ROWS_H

#include "perf/row_comparison.h"

/* The members of one object of a comparison's results: the operation, both sides, the ratio. The
 * caller opens and closes the object, and may add members. */
void compare_rows_write(const struct bench_pair *pair);

#endif
