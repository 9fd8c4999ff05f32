/* Compares two benchmarks: pairs rows of the same operation, and computes ratios with intervals. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PERF_ROW_COMPARISON_H
#define PERF_ROW_COMPARISON_H

#include <stdbool.h>
#include <stddef.h>

enum {
	COMPARE_NAME = 64
};

/* A row of `grove bench --json`. Programs that time other libraries write such rows, too. */
struct bench_row {
	char collective[COMPARE_NAME], algorithm[COMPARE_NAME], network[COMPARE_NAME],
		clock[COMPARE_NAME];
	/* The state of the data; "resident" in a row without such a field, and "" on paced
	 * links. */
	char data[COMPARE_NAME];
	char sizes[COMPARE_NAME];		     /* the rule; "" where blocks have one size */
	char type[COMPARE_NAME], fold[COMPARE_NAME]; /* "" where nothing is folded, or not told */
	char style[COMPARE_NAME];		     /* "phased" in a row without such a field */
	long long nodes, root;
	size_t bytes;
	double median, low, high; /* seconds */
	/* The round trip of a bare line at the time of the row; 0: not in the file. */
	double line, line_low, line_high;
	size_t launches; /* that the interval is of */
	bool moved;	 /* cores were near and far during the row */
	/* The prediction in seconds; bytes a second of the busiest link and of its peak. NAN: not
	 * in the file, or not known. */
	double predicted, rate, peak;
};

struct bench_file {
	size_t rows;
	struct bench_row *row;
};

/* Reads the rows of a file, but not rows without a time: with an error, or with wrong data. Returns
 * 0, -EINVAL with why (no such file, no benchmark, the missing field) or -ENOMEM. bench_file_free
 * accepts all zeros. */
int bench_file_read(struct bench_file *file, const char *name);
void bench_file_free(struct bench_file *file);

/* Two rows of the same collective, nodes, bytes, sizes, type, fold, clock and state of the data.
 * `ratio` is b's time divided by a's time, over 1 when a is faster. The ratio lies between `low`
 * and `high` when each median lies in its interval. */
struct bench_pair {
	const struct bench_row *a, *b;
	double ratio, low, high;
	bool moved; /* the cores' distance differs, or may differ */
};

/* Pairs each row of `a` with the row of the same algorithm, network, root and style in `b`. An
 * operation without such rows in both files gets a pair of the fastest rows. The pairs have the
 * order of `a`. Sets *pair, which the caller frees. Returns the number of pairs, or -ENOMEM. */
long bench_pairs(struct bench_pair **pair, const struct bench_file *a, const struct bench_file *b);

/* Returns "A", "B" or, if the ratio's interval has 1, "-". The interval of each row holds 95 of 100
 * repetitions, and so the ratio's holds more than 99. */
const char *bench_faster(const struct bench_pair *pair);

/* Returns the same in words: "A faster", "B faster" or "no difference shown". */
const char *bench_verdict(const struct bench_pair *pair);

/* Returns true if a row of `a` and a row of `b` differ only in the state of the data. */
bool bench_states_differ(const struct bench_file *a, const struct bench_file *b);

#endif
