/* Writes the plot of --plot: a picture of measured rows in a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_BENCH_PLOT_H
#define TOOL_OUTPUT_BENCH_PLOT_H

#include "analysis/draw/sweep_plot.h"
#include "perf/bench_engine.h"
#include "perf/row_comparison.h"

/* Returns an exit status other than 0, with a refusal, if the file cannot be written. NULL is
 * fine. */
int bench_plot_check(const char *path);

/* Adds a row of a benchmark, unless the row has no time. Returns 0 or -ENOMEM. */
int bench_plot_add(struct sweep_plot *plot, const struct bench_result *result);

/* Writes the picture with the name of this machine. Returns an exit status. */
int bench_plot_write(struct sweep_plot *plot, const char *path);

/* Writes the rows of two files into a picture. Returns an exit status. */
int bench_plot_files(const struct bench_file file[2], const char *const name[2], const char *path);

#endif
