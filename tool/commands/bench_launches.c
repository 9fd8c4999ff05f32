/* Measures the rows of `grove bench` in launches, which are processes of their own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include "base/array.h"
#include "base/error.h"
#include "tool/arguments/launch_again.h"
#include "tool/commands/bench_launches.h"
#include "tool/output/interruption.h"

int launch_write_row(int descriptor, const struct bench_result *row)
{
	int error = launch_write(descriptor, row, sizeof *row);

	return error ? why(EIO, LAUNCH_VARIABLE "=%d: the rows cannot be written: %s", descriptor,
			       strerror(-error))
		     : 0;
}

/* ---- The process that starts launches ---- */

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

/* Reads a row. Returns 1, 0 at the end, or -EIO with why. */
static int read_row(const struct launch *launch, struct bench_result *row)
{
	int got = launch_read(launch, row, sizeof *row, interrupted);

	return got < 0 ? why(EIO, "the rows of a launch cannot be read: %s", strerror(-got)) : got;
}

static int read_rows(struct launch_rows *rows, const struct launch *launch,
	const struct options *options, launch_watcher *watcher, void *context)
{
	int error = 0;

	for (;;) {
		error = array_reserve(&rows->row, &rows->room, rows->count + 1, sizeof *rows->row);
		if (error || (error = read_row(launch, &rows->row[rows->count])) <= 0)
			return error;
		error = adopt(&rows->row[rows->count], options);
		if (error)
			return error;
		watcher(context, ++rows->count);
	}
}

/* Ends a launch. Returns 0, or -ECANCELED or -EIO with why. */
static int await(const struct launch *launch)
{
	int status, error = launch_end(launch, &status);

	if (error)
		return why(EIO, "a launch was lost: %s", strerror(-error));
	if (WIFSIGNALED(status))
		return why(ECANCELED, "a launch was ended by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status)
		       ? why(ECANCELED, "a launch ended with status %d", WEXITSTATUS(status))
		       : 0;
}

int launch_run(struct launch_rows *rows, const struct options *options, launch_watcher *watcher,
	void *context)
{
	struct launch launch;
	int error = launch_again(&launch, options), ended;

	if (error)
		return error;
	error = read_rows(rows, &launch, options, watcher, context);
	ended = await(&launch);
	if (interrupted())
		return why(EINTR, "interrupted");
	return error ? error : ended;
}
