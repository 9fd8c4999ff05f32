/* Runs a command, and writes seconds, processor seconds and peak memory in KiB to a file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include "base/monotonic.h"

/* 	cost FILE COMMAND [ARGUMENT...]
 *
 * The kernel keeps the peak of each process (getrusage(2)), so nothing is sampled. The exit status
 * is the command's: 127 when the command could not be started, 128 + n when signal n ended the
 * command. */

extern char **environ;

static double seconds_of(struct timeval t)
{
	return (double)t.tv_sec + 1e-6 * (double)t.tv_usec;
}

static int write_cost(const char *name, double seconds, const struct rusage *usage)
{
	FILE *file = fopen(name, "w");

	if (!file)
		return -errno;
	fprintf(file, "%.6f %.6f %ld\n", seconds,
		seconds_of(usage->ru_utime) + seconds_of(usage->ru_stime), usage->ru_maxrss);
	return fclose(file) ? -errno : 0;
}

int main(int count, char **word)
{
	struct rusage usage;
	double begin = monotonic_seconds();
	int error, status;
	pid_t child;

	if (count < 3) {
		fprintf(stderr, "cost: write cost FILE COMMAND [ARGUMENT...]\n");
		return 2;
	}
	error = posix_spawnp(&child, word[2], NULL, NULL, word + 2, environ);
	if (error) {
		fprintf(stderr, "cost: %s: %s\n", word[2], strerror(error));
		return 127;
	}
	while (wait4(child, &status, 0, &usage) < 0)
		if (errno != EINTR)
			return 127;
	error = write_cost(word[1], monotonic_seconds() - begin, &usage);
	if (error) {
		fprintf(stderr, "cost: %s: %s\n", word[1], strerror(-error));
		return 2;
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}
