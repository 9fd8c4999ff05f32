/* Keeps a temporary folder, and finds programs beside this one. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "tool/output/temporary_folder.h"

enum {
	FILES = 16
};

static char folder[FOLDER_PATH - 64];
static char files[FILES][FOLDER_PATH];
static volatile sig_atomic_t count;

/* All other signals end a program that says nothing of them. */
static const int others[] = { SIGKILL, SIGSTOP, SIGCHLD, SIGCONT, SIGTSTP, SIGTTIN, SIGTTOU, SIGURG,
	SIGWINCH };

static bool ends_programs(int number)
{
	for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
		if (number == others[i])
			return false;
	return true;
}

/* Nothing here but what a handler of signals may call. */
void folder_close(void)
{
	for (int i = 0; i < count; i++)
		unlink(files[i]);
	if (folder[0])
		rmdir(folder);
	folder[0] = 0;
	count = 0;
}

static void interrupted(int number)
{
	folder_close();
	signal(number, SIG_DFL);
	raise(number);
}

int folder_open(void)
{
	const char *where = getenv("TMPDIR");

	snprintf(folder, sizeof folder, "%.400s/grove-demo.XXXXXX",
		where && *where ? where : "/tmp");
	if (!mkdtemp(folder)) {
		int error = errno;

		folder[0] = 0;
		return why(error, "no temporary folder in %.200s: %s",
			where && *where ? where : "/tmp", strerror(error));
	}
	for (int number = 1; number <= SIGRTMAX; number++)
		if (ends_programs(number) && signal(number, interrupted) == SIG_IGN)
			signal(number, SIG_IGN);
	return 0;
}

const char *folder_file(const char *name)
{
	if (count == FILES)
		return NULL;
	snprintf(files[count], FOLDER_PATH, "%s/%.60s", folder, name);
	return files[count++];
}

int self_path(char path[FOLDER_PATH])
{
	ssize_t length = readlink("/proc/self/exe", path, FOLDER_PATH - 1);

	if (length <= 0)
		return why(ENOENT, "the system does not say where this command is");
	path[length] = 0;
	return 0;
}

int program_path(char path[FOLDER_PATH], const char *name)
{
	static const char *const places[] = { "apps/", "grove-" };
	char self[FOLDER_PATH], *slash;

	if (self_path(self))
		return -ENOENT;
	slash = strrchr(self, '/');
	slash[1] = 0;
	for (int i = 0; i < 2; i++) {
		snprintf(path, FOLDER_PATH, "%.440s%s%s", self, places[i], name);
		if (!access(path, X_OK))
			return 0;
	}
	return why(ENOENT, "'%s' is not beside this command; `ninja` builds it", name);
}
