/* Writes files under a temporary name, and renames them when they are whole. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <libgen.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/error.h"
#include "tool/output/stream_error.h"
#include "tool/output/whole_file.h"

static const char *name;	    /* the caller's name of the file, for messages */
static char target[PATH_MAX];	    /* the file to write, after following symbolic links */
static char temporary[PATH_MAX];    /* in the same folder, since a rename may not cross discs */
static volatile sig_atomic_t begun; /* the temporary file may exist */

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

/* Returns true for signals that by default end a program; SIGKILL cannot be caught. */
static bool ends_programs(int number)
{
	static const int others[] = { SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU,
		SIGURG, SIGWINCH };

	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (number == others[i])
			return false;
	return true;
}

/* Removes the temporary file at the end of the command, whatever ends the command. Signals that are
 * ignored or handled already stay so. */
static void discard_at_end(void)
{
	struct sigaction now = { .sa_handler = interrupted, .sa_flags = SA_RESETHAND }, before;
	static bool once;

	if (!once)
		atexit(discard);
	once = true;
	signal(SIGXFSZ, SIG_IGN); /* a file that gets too long is an error of write() */
	for (int number = 1; number <= SIGRTMAX; number++)
		if (ends_programs(number) && !sigaction(number, NULL, &before) &&
			before.sa_handler == SIG_DFL)
			sigaction(number, &now, NULL);
}

/* Finds the file behind symbolic links and its permissions: those of the file to replace, or the
 * usual ones. Refuses to replace anything but a regular file: a rename would replace even a
 * device. */
static int find_target(mode_t *mode)
{
	struct stat status;
	mode_t mask;

	if (!stat(name, &status)) {
		if (!S_ISREG(status.st_mode))
			return why(EINVAL, "%s is not a regular file and cannot be replaced", name);
		if (!realpath(name, target) || access(target, W_OK))
			return why(EINVAL, "%s: %s", name, strerror(errno));
		*mode = status.st_mode & 0777;
		return 0;
	}
	if (errno != ENOENT || !*name || strlen(name) >= sizeof target)
		return why(EINVAL, "'%s': %s", name, strerror(*name ? errno : ENOENT));
	strcpy(target, name);
	mask = umask(0);
	umask(mask);
	*mode = 0666 & ~mask;
	return 0;
}

static int unwritten(int reason)
{
	return why(EINVAL, "%s cannot be written: %s", name, strerror(reason));
}

int whole_file_open(FILE **file, const char *path)
{
	char folder[PATH_MAX];
	mode_t mode = 0;
	int error, descriptor;

	name = path;
	error = find_target(&mode);
	if (error)
		return error;
	strcpy(folder, target);
	if (snprintf(temporary, sizeof temporary, "%s/.grove-XXXXXX", dirname(folder)) >=
		(int)sizeof temporary)
		return why(EINVAL, "%s: %s", name, strerror(ENAMETOOLONG));
	discard_at_end();
	begun = 1;
	descriptor = mkstemp(temporary);
	*file = descriptor < 0 || fchmod(descriptor, mode) ? NULL : fdopen(descriptor, "w");
	if (*file)
		return 0;
	error = unwritten(errno);
	if (descriptor >= 0)
		close(descriptor);
	discard();
	return error;
}

static int folders_make(const char *path)
{
	char folder[PATH_MAX];

	if (strlen(path) >= sizeof folder)
		return why(EINVAL, "%.40s...: the name is too long", path);
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		memcpy(folder, path, (size_t)(slash - path));
		folder[slash - path] = 0;
		if (mkdir(folder, 0777) && errno != EEXIST)
			return why(EINVAL, "%s cannot be made: %s", folder, strerror(errno));
	}
	return 0;
}

int whole_file_make(FILE **file, const char *path)
{
	int error = folders_make(path);

	return error ? error : whole_file_open(file, path);
}

int whole_file_close(FILE *file, int error)
{
	int reason = stream_error(file);

	if (!reason && fsync(fileno(file)))
		reason = errno;
	fclose(file);
	if (!error && !reason && rename(temporary, target))
		reason = errno;
	if (!error && reason)
		error = unwritten(reason);
	if (error)
		discard();
	begun = 0;
	return error;
}

const char *whole_file_temporary(void)
{
	return temporary;
}
