/* Starts this program once more, as a launch that hands records over. */
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
#include "perf/launch_process.h"

int launch_descriptor(void)
{
	const char *text = getenv(LAUNCH_VARIABLE);

	return text && *text ? atoi(text) : -1;
}

int launch_give(const void *record, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t more = write(
			launch_descriptor(), (const char *)record + done, bytes - done);

		if (more > 0)
			done += (size_t)more;
		else if (errno != EINTR)
			return why(EIO, LAUNCH_VARIABLE "=%d: the times cannot be written: %s",
				launch_descriptor(), strerror(errno));
	}
	return 0;
}

/* ---- The process that starts launches ---- */

/* A launch that runs. */
struct launched {
	pid_t process;
	int descriptor; /* from which the records come */
};

/* Becomes the launch. The launch ends with the process that started the launch. */
static void become(pid_t parent, int descriptor, char *const *word)
{
	char number[16];

	snprintf(number, sizeof number, "%d", descriptor);
	if (setenv(LAUNCH_VARIABLE, number, 1) || prctl(PR_SET_PDEATHSIG, SIGTERM))
		_exit(127);
	if (getppid() != parent) /* the parent ended before it could be watched */
		_exit(127);
	execv("/proc/self/exe", word);
	_exit(127);
}

static int begin(struct launched *launched, char *const *word)
{
	const pid_t parent = getpid();
	int end[2], error;

	if (pipe(end))
		return -errno;
	*launched = (struct launched){ fork(), end[0] };
	error = -errno;
	if (!launched->process) {
		close(end[0]);
		become(parent, end[1], word);
	}
	close(end[1]);
	if (launched->process > 0)
		return 0;
	close(end[0]);
	return error;
}

static int begin_with(struct launched *launched, const struct launch *launch)
{
	char **word = array_zeros((size_t)launch->count + 3, sizeof *word);
	int error;

	if (!word)
		return why(ENOMEM, "no memory for the arguments of a launch");
	word[0] = (char[]){ "grove" };
	word[1] = (char *)launch->command;
	for (int i = 0; i < launch->count; i++)
		word[i + 2] = launch->argument[i];
	error = begin(launched, word);
	free(word);
	return error ? why(EIO, "no process for a launch: %s", strerror(-error)) : 0;
}

/* Waits for bytes of the launch. */
static void wait_for(const struct launched *launched, bool (*stop)(void))
{
	struct pollfd bytes = { .fd = launched->descriptor, .events = POLLIN };

	while (poll(&bytes, 1, 1000) <= 0)
		if (stop())
			kill(launched->process, SIGTERM);
}

/* Reads a record. Returns 1, 0 at the end of the records, or -EIO with why. */
static int read_record(const struct launched *launched, const struct launch *launch)
{
	size_t done = 0;

	while (done < launch->bytes) {
		ssize_t more;

		wait_for(launched, launch->stop);
		more = read(launched->descriptor, (char *)launch->record + done,
			launch->bytes - done);
		if (more > 0)
			done += (size_t)more;
		else if (!more)
			return 0;
		else if (errno != EINTR)
			return why(EIO, "the rows of a launch cannot be read: %s", strerror(errno));
	}
	return 1;
}

static int end(const struct launched *launched)
{
	int status;

	close(launched->descriptor);
	while (waitpid(launched->process, &status, 0) < 0)
		if (errno != EINTR)
			return why(EIO, "a launch was lost: %s", strerror(errno));
	if (WIFSIGNALED(status))
		return why(ECANCELED, "a launch was ended by signal %d (%s)", WTERMSIG(status),
			strsignal(WTERMSIG(status)));
	return WEXITSTATUS(status)
		       ? why(ECANCELED, "a launch ended with status %d", WEXITSTATUS(status))
		       : 0;
}

int launch_run(const struct launch *launch)
{
	struct launched launched = { 0 };
	int error = begin_with(&launched, launch), got = 1, ended;

	if (error)
		return error;
	while (!error && (got = read_record(&launched, launch)) > 0)
		error = launch->take(launch->context);
	ended = end(&launched);
	if (launch->stop())
		return why(EINTR, "interrupted");
	return error ? error : got < 0 ? got : ended;
}
