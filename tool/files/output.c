/* Writes a file under a temporary name, then renames it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "tool/files/need.h"
#include "tool/files/output.h"

static const char *name;	    /* the caller's name of the file, for messages */
static char target[PATH_MAX];	    /* the file to write, after following symbolic links */
static char temporary[PATH_MAX];    /* in the same folder, since a rename may not cross discs */
static volatile sig_atomic_t begun; /* the temporary file may exist */
static int fd = -1;

static void discard(void)
{
	if (begun)
		unlink(temporary);
	begun = 0;
}

/* Removes the temporary file and raises the signal again. The default action is back when this
 * handler runs (SA_RESETHAND), so the signal ends the command. */
static void interrupted(int number)
{
	discard();
	raise(number);
}

/* Returns true for signals that by default end an application; SIGKILL cannot be caught. */
static bool ends_programs(int number)
{
	static const int others[] = { SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU,
		SIGURG, SIGWINCH };

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (number == others[i])
			return false;
	return true;
}

/* Removes the temporary file at the end of the application, whatever ends the command. Signals
 * that are ignored or handled already stay so. */
static void discard_at_end(void)
{
	struct sigaction now = { .sa_handler = interrupted, .sa_flags = SA_RESETHAND }, before;

	atexit(discard);
	signal(SIGXFSZ, SIG_IGN); /* a file that gets too long is an error of write() */
	for (int number = 1; number <= SIGRTMAX; number++)
		if (ends_programs(number) && !sigaction(number, NULL, &before) &&
			before.sa_handler == SIG_DFL)
			sigaction(number, &now, NULL);
}

/* Returns the permissions for the file: the permissions of the file to replace, or the usual
 * permissions. Refuses to replace anything but a regular file: a rename would replace even a
 * device. */
static mode_t look(void)
{
	struct stat status;
	mode_t mask;

	if (!stat(name, &status)) {
		if (!S_ISREG(status.st_mode))
			end_command(STATUS_REFUSED,
				"%s is not a regular file and cannot be replaced", name);
		if (!realpath(name, target) || access(target, W_OK))
			end_command(STATUS_REFUSED, "%s: %s", name, strerror(errno));
		return status.st_mode & 0777;
	}
	if (errno != ENOENT || !*name || strlen(name) >= sizeof target)
		end_command(STATUS_REFUSED, "'%s': %s", name, strerror(*name ? errno : ENOENT));
	strcpy(target, name);
	mask = umask(0);
	umask(mask);
	return 0666 & ~mask;
}

void output_open(const char *path)
{
	char folder[PATH_MAX];
	mode_t mode;

	name = path;
	mode = look();
	strcpy(folder, target);
	if (snprintf(temporary, sizeof temporary, "%s/.grove-XXXXXX", dirname(folder)) >=
		(int)sizeof temporary)
		end_command(STATUS_REFUSED, "%s: %s", name, strerror(ENAMETOOLONG));
	discard_at_end();
	begun = 1;
	fd = mkstemp(temporary);
	if (fd < 0 || fchmod(fd, mode))
		end_command(
			STATUS_REFUSED, "cannot make a file beside %s: %s", name, strerror(errno));
}

void output_write(const void *bytes, size_t size)
{
	while (size) {
		ssize_t put = write(fd, bytes, size);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			end_command(STATUS_REFUSED, "%s: %s", name, strerror(errno));
		bytes = (const char *)bytes + put;
		size -= (size_t)put;
	}
}

void output_commit(void)
{
	if (fsync(fd) || close(fd) || rename(temporary, target))
		end_command(STATUS_REFUSED, "%s: %s", name, strerror(errno));
	begun = 0;
}
