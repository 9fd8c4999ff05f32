/* Writes files of this machine's measurements, whole or not at all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/error.h"
#include "tool/output/config_file.h"
#include "tool/output/stream_error.h"

int folders_make(const char *path)
{
	char folder[1100];

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

static int file_open(struct config_file *keeping, const char *path)
{
	int descriptor, error;

	if (snprintf(keeping->temporary, sizeof keeping->temporary, "%s.XXXXXX", path) >=
		(int)sizeof keeping->temporary)
		return why(EINVAL, "%.40s...: the name is too long", path);
	descriptor = mkstemp(keeping->temporary);
	keeping->file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
	if (!keeping->file) {
		error = why(EINVAL, "%s cannot be written: %s", path, strerror(errno));
		if (descriptor >= 0) {
			close(descriptor);
			unlink(keeping->temporary);
		}
		return error;
	}
	fchmod(descriptor, 0644);
	return 0;
}

int config_file_open(struct config_file *keeping, const char *path)
{
	int error = folders_make(path);
	sigset_t all;

	*keeping = (struct config_file){ .path = path };
	if (error)
		return error;
	sigfillset(&all);
	pthread_sigmask(SIG_BLOCK, &all, &keeping->signals);
	error = file_open(keeping, path);
	if (error)
		pthread_sigmask(SIG_SETMASK, &keeping->signals, NULL);
	return error;
}

int config_file_close(struct config_file *keeping, int error)
{
	int unwritten = stream_error(keeping->file);

	if (!unwritten && fsync(fileno(keeping->file)))
		unwritten = errno;
	if (!error && unwritten)
		error = why(EINVAL, "%s cannot be written: %s", keeping->path, strerror(unwritten));
	fclose(keeping->file);
	if (!error && rename(keeping->temporary, keeping->path))
		error = why(EINVAL, "%s cannot be written: %s", keeping->path, strerror(errno));
	if (error)
		unlink(keeping->temporary);
	pthread_sigmask(SIG_SETMASK, &keeping->signals, NULL);
	return error;
}
