/* Declares the points of a tuning: problems, each with its sizes. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_TUNE_POINTS_H
#define TOOL_COMMANDS_TUNE_POINTS_H

#include "tool/arguments/bench_list.h"
#include "tool/arguments/options.h"

struct tune_points {
	struct options options; /* as bench reads options */
	struct bench_list work;
};

/* Makes the list of problems. Prints any refusal. Returns an exit status. tune_points_close accepts
 * all zeros. */
int tune_points_open(struct tune_points *points, const struct options *options);
void tune_points_close(struct tune_points *points);

/* Visits each problem with each size, the smallest size first. A result other than 0 ends the walk
 * and is returned. */
typedef int tune_visitor(void *context, const struct bench_case *what);
int tune_each(const struct tune_points *points, tune_visitor *visit, void *context);

#endif
