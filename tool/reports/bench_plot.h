/* Draws the plot of --plot by gnuplot: time and link bandwidth over size, several series in one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_REPORTS_BENCH_PLOT_H
#define TOOL_REPORTS_BENCH_PLOT_H

#include "perf/bench_engine.h"
#include "perf/row_comparison.h"

/* A row in the plot. What is not known is NAN. */
struct plot_row {
	char name[6 * COMPARE_NAME]; /* of what was measured, without the algorithm */
	char algorithm[COMPARE_NAME];
	double bytes;
	double time, low, high, predicted; /* seconds; the interval of the time */
	double rate, peak;		   /* of the busiest link, bytes a second */
};

/* All zeros are a plot without rows. */
struct bench_plot {
	struct plot_row *row;
	size_t rows, room;
};

/* Checks that gnuplot is here and that the file can be written. NULL is fine. Prints why not.
 * Returns an exit status. */
int bench_plot_check(const char *path);

/* Adds a row, if it has a time and a size. Returns 0 or -ENOMEM. */
int bench_plot_add(struct bench_plot *plot, const struct bench_result *result);
void bench_plot_free(struct bench_plot *plot);

/* Write the picture, of the rows so far or of two files. Print why not. Return an exit status. */
int bench_plot_write(const struct bench_plot *plot, const char *path);
int bench_plot_files(const struct bench_file file[2], const char *const name[2], const char *path);

#endif
