/* Tuning: the points that are measured, and what came of them. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_TUNE_H
#define TOOL_COMMANDS_TUNE_H

#include "collectives/auto/tuned_table.h"
#include "perf/candidate_sweep.h"
#include "tool/commands/bench.h"
#include "tool/arguments/options.h"

enum {
	MOST_BUFFERS = 1 << 28 /* bytes of all nodes: larger blocks take long, and are as these */
};

#define TUNE_BUDGET 0.01 /* seconds of timed operations for one candidate in one round */

struct tuning {
	struct options own; /* as bench has them */
	const struct options *options;
	const char *path;
	bool read_only;
	struct bench_list work;
	struct bench *bench;
	struct tuned tuned; /* what the file held before */
	int points, there, done, left, left_out;
	double expected, deadline; /* seconds */
	void *context;		   /* of the visitor */
};

/* Called for each problem and size that there is; what is not 0 ends it and is returned. */
typedef int tune_visitor(struct tuning *tuning, const struct bench_case *what);
int tune_each(struct tuning *tuning, tune_visitor *visit);

/* The threads that run the case. */
int tune_threads(const struct tuning *tuning, const struct bench_case *what);

/* Measures whether a collective is slower than others that do its work. An exit status. */
int tune_consistency(struct tuning *tuning);

/* Measures how far `auto` is from the best candidate, with the table and without. An exit status. */
int tune_loss(struct tuning *tuning);

#endif
