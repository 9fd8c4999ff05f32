/* Runs another program and waits for it, but not for ever. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdint.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
#include "tool/output/subprocess.h"

extern char **environ;

enum {
	TICKS = 200,
	TICK = 1000000000 / TICKS
};

static int wait_for(pid_t child, int seconds)
{
	struct timespec tick = { .tv_nsec = TICK };
	int status = 0;

	for (long ticks = 0; waitpid(child, &status, WNOHANG) != child; ticks++) {
		if (ticks == (long)seconds * TICKS) {
			kill(child, SIGKILL);
			while (waitpid(child, &status, 0) < 0 && errno == EINTR)
				;
			return -1;
		}
		nanosleep(&tick, NULL);
	}
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

int child_run(const char *const *arguments, const char *output, int seconds)
{
	posix_spawn_file_actions_t actions;
	pid_t child;
	int error;

	if (posix_spawn_file_actions_init(&actions))
		return -1;
	posix_spawn_file_actions_addopen(
		&actions, STDOUT_FILENO, output, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	posix_spawn_file_actions_adddup2(&actions, STDOUT_FILENO, STDERR_FILENO);
	error = posix_spawn(
		&child, arguments[0], &actions, NULL, (char *const *)(uintptr_t)arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return error ? -1 : wait_for(child, seconds);
}
