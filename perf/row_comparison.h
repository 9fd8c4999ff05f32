/* Comparing two benchmarks: rows of the same operation, ratios with their intervals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_ROW_COMPARISON_H
#define PERF_ROW_COMPARISON_H

#include <stddef.h>

enum {
	COMPARE_NAME = 64
};

/* A row of `grove bench --json`; other programs write such rows of other libraries. */
struct bench_row {
	char collective[COMPARE_NAME], algorithm[COMPARE_NAME], network[COMPARE_NAME],
		clock[COMPARE_NAME];
	long long nodes, root;
	size_t bytes;
	double median, low, high; /* seconds */
};

struct bench_file {
	size_t rows;
	struct bench_row *row;
};

/* Rows with an error in place of a time are passed over. 0, -EINVAL with why (no such file, no
 * benchmark, the field that is missing), -ENOMEM. bench_file_free takes one that is all zeros. */
int bench_file_read(struct bench_file *file, const char *name);
void bench_file_free(struct bench_file *file);

/* Two rows of the same collective, nodes, bytes and clock. `ratio` is b's time into a's, over 1 when
 * a is faster; the interval holds it when both medians' intervals hold them. */
struct bench_pair {
	const struct bench_row *a, *b;
	double ratio, low, high;
};

/* Pairs rows of the same algorithm, network and root; and, where only the operation is the same, the
 * fastest of each file. In the order of the first file. Sets *pair, which the caller frees, and
 * returns how many there are, or -ENOMEM. */
long bench_pairs(
	struct bench_pair **pair, const struct bench_file *a, const struct bench_file *b);

#endif
