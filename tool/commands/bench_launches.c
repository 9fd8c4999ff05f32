/* Measures the rows of `grove bench` in launches, which are processes of their own. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "base/array.h"
#include "base/error.h"
#include "tool/commands/bench_launches.h"
#include "tool/output/interruption.h"

#define DESCRIPTOR "GROVE_LAUNCH"

int launch_descriptor(void)
{
	const char *text = getenv(DESCRIPTOR);

	return text && *text ? atoi(text) : -1;
}

int launch_write(int descriptor, const struct bench_result *row)
{
	const char *from = (const char *)row;
	size_t done = 0;

	while (done < sizeof *row) {
		ssize_t more = write(descriptor, from + done, sizeof *row - done);

		if (more > 0)
			done += (size_t)more;
		else if (errno != EINTR)
			return why(EIO, "%s=%d: the rows cannot be written: %s", DESCRIPTOR,
				descriptor, strerror(errno));
	}
	return 0;
}

/* ---- The process that starts launches ---- */

/* Pointers of another process mean nothing here, so the row gets this process's own. */
static int adopt(struct bench_result *row, const struct options *options)
{
	struct network *net = &row->what.problem.net;
	char name[sizeof net->name];

	row->what.problem.permutation = NULL;
	row->what.fold = options->fold;
	row->clock = options->paced ? "paced" : "native";
	row->run.data = row->run.data ? data_state_name(options->data) : NULL;
	memcpy(name, net->name, sizeof name);
	return network_open(net, name);
}

/* A launch in progress, and the end of the pipe from which its rows come. */
struct launch {
	pid_t process;
	int descriptor;
};

/* Waits for bytes of the launch. A signal to this process alone is passed on. */
static void wait_for(const struct launch *launch)
{
	struct pollfd bytes = { .fd = launch->descriptor, .events = POLLIN };

	while (poll(&bytes, 1, 1000) <= 0)
		if (interrupted())
			kill(launch->process, SIGTERM);
}

/* Reads a row. Returns 1, 0 at the end, or -EIO with why. */
static int read_row(const struct launch *launch, struct bench_result *row)
{
	char *to = (char *)row;
	size_t done = 0;

	while (done < sizeof *row) {
		ssize_t more;

		wait_for(launch);
		more = read(launch->descriptor, to + done, sizeof *row - done);

		if (more > 0)
			done += (size_t)more;
		else if (!more)
			return 0;
		else if (errno != EINTR)
			return why(EIO, "the rows of a launch cannot be read: %s", strerror(errno));
	}
	return 1;
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

/* Becomes the launch. The launch ends with the process that started the launch. */
static void become(pid_t parent, int descriptor, const struct options *options)
{
	char number[16];
	char **words = array_zeros((size_t)options->arguments + 3, sizeof *words);

	snprintf(number, sizeof number, "%d", descriptor);
	if (!words || setenv(DESCRIPTOR, number, 1) || prctl(PR_SET_PDEATHSIG, SIGTERM))
		_exit(127);
	if (getppid() != parent) /* the parent ended before it could be watched */
		_exit(127);
	words[0] = (char[]){ "grove" };
	words[1] = (char *)options->command->name;
	for (int i = 0; i < options->arguments; i++)
		words[i + 2] = options->argument[i];
	execv("/proc/self/exe", words);
	_exit(127);
}

static int await(pid_t child)
{
	int status;

	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR)
			return why(EIO, "a launch was lost: %s", strerror(errno));
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
	const pid_t parent = getpid();
	struct launch launch;
	int end[2], error, ended;

	if (pipe(end))
		return why(EIO, "no pipe for a launch: %s", strerror(errno));
	launch = (struct launch){ fork(), end[0] };
	if (!launch.process) {
		close(end[0]);
		become(parent, end[1], options);
	}
	close(end[1]);
	if (launch.process < 0) {
		close(end[0]);
		return why(EIO, "no process for a launch: %s", strerror(errno));
	}
	error = read_rows(rows, &launch, options, watcher, context);
	close(end[0]);
	ended = await(launch.process);
	if (interrupted())
		return why(EINTR, "interrupted");
	return error ? error : ended;
}
