/* Starts this program once more, as a launch that hands records over. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include "perf/launch_process.h"

int launch_descriptor(void)
{
	const char *text = getenv(LAUNCH_VARIABLE);

	return text && *text ? atoi(text) : -1;
}

int launch_write(int descriptor, const void *record, size_t bytes)
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t more = write(descriptor, (const char *)record + done, bytes - done);

		if (more > 0)
			done += (size_t)more;
		else if (errno != EINTR)
			return -errno;
	}
	return 0;
}

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

int launch_begin(struct launch *launch, char *const *word)
{
	const pid_t parent = getpid();
	int end[2], error;

	if (pipe(end))
		return -errno;
	*launch = (struct launch){ fork(), end[0] };
	error = -errno;
	if (!launch->process) {
		close(end[0]);
		become(parent, end[1], word);
	}
	close(end[1]);
	if (launch->process > 0)
		return 0;
	close(end[0]);
	return error;
}

/* Waits for bytes of the launch. */
static void wait_for(const struct launch *launch, bool (*stop)(void))
{
	struct pollfd bytes = { .fd = launch->descriptor, .events = POLLIN };

	while (poll(&bytes, 1, 1000) <= 0)
		if (stop && stop())
			kill(launch->process, SIGTERM);
}

int launch_read(const struct launch *launch, void *record, size_t bytes, bool (*stop)(void))
{
	size_t done = 0;

	while (done < bytes) {
		ssize_t more;

		wait_for(launch, stop);
		more = read(launch->descriptor, (char *)record + done, bytes - done);
		if (more > 0)
			done += (size_t)more;
		else if (!more)
			return 0;
		else if (errno != EINTR)
			return -errno;
	}
	return 1;
}

int launch_end(const struct launch *launch, int *status)
{
	close(launch->descriptor);
	while (waitpid(launch->process, status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}
