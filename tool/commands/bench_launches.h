/* Measures the rows of `grove bench` in launches, which are processes of their own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_BENCH_LAUNCHES_H
#define TOOL_COMMANDS_BENCH_LAUNCHES_H

#include "perf/bench_engine.h"
#include "tool/arguments/options.h"

/* The rows of a launch so far. All zeros at first. */
struct launch_rows {
	struct bench_result *row;
	size_t count, room;
};

/* Called after each row that a launch has written. */
typedef void launch_watcher(void *context, size_t rows);

/* Starts a launch, and reads its rows until the launch ends. Returns 0; -ECANCELED with why when
 * the launch did not end by itself with status 0, and -EINTR after a signal to this process, with
 * the rows so far; or -ENOMEM or -EIO. The caller frees rows->row. */
int launch_rows_take(struct launch_rows *rows, const struct options *options,
	launch_watcher *watcher, void *context);

#endif
