/* Measures the rows of `grove bench` in launches, which are processes of their own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/array.h"
#include "perf/launch_process.h"
#include "tool/commands/bench_launches.h"
#include "tool/output/interruption.h"

/* A launch, and the row that it has handed over last. */
struct row_taker {
	struct launch_rows *rows;
	const struct options *options;
	launch_watcher *watcher;
	void *context;
	struct bench_result row;
};

/* Pointers of another process mean nothing here, so the row gets this process's own. */
static int adopt(struct bench_result *row, const struct options *options)
{
	struct network *net = &row->what.problem.net;
	char name[sizeof net->name];

	row->what.problem.permutation = NULL;
	row->what.fold = options->fold;
	row->what.plan = NULL;
	row->clock = options->paced ? "paced" : "native";
	row->run.data = row->run.data ? data_state_name(options->data) : NULL;
	memcpy(name, net->name, sizeof name);
	return network_open(net, name);
}

static int take(void *context)
{
	struct row_taker *taker = context;
	struct launch_rows *rows = taker->rows;
	int error = array_reserve(&rows->row, &rows->room, rows->count + 1, sizeof *rows->row);

	if (!error)
		error = adopt(&taker->row, taker->options);
	if (error)
		return error;
	rows->row[rows->count++] = taker->row;
	taker->watcher(taker->context, rows->count);
	return 0;
}

int launch_rows_take(struct launch_rows *rows, const struct options *options,
	launch_watcher *watcher, void *context)
{
	struct row_taker taker = { rows, options, watcher, context, { 0 } };
	const struct launch launch = { options->command->name, options->arguments,
		options->argument, &taker.row, sizeof taker.row, take, &taker, interrupted };

	return launch_run(&launch);
}
