/* Finds the files that are installed with the command, in the folders where they may lie. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "base/error.h"
#include "config.h"
#include "tool/output/data_file.h"

/* The folders relative to the folder of the command: in a build, in an installed tree, which may
 * have been moved, and in a build from the folder of grove-mpi. The last is the folder of data
 * given to `configure`. */
static const char *const folders[] = { "", "../share/grove/", "../../",
	CONFIG_DATADIR "/grove/" };

int command_path(char path[DATA_PATH])
{
	ssize_t length = readlink("/proc/self/exe", path, DATA_PATH - 1);

	path[length > 0 ? length : 0] = 0;
	return length > 0 ? 0 : why(EINVAL, "the system does not say where this command is");
}

int data_file_find(char path[DATA_PATH], const char *name, const char *what)
{
	char self[DATA_PATH];
	int folder, error = command_path(self);

	if (error)
		return error;
	folder = (int)(strrchr(self, '/') + 1 - self);
	for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
		int length = snprintf(path, DATA_PATH, "%.*s%s%s",
			folders[i][0] == '/' ? 0 : folder, self, folders[i], name);

		if (length < DATA_PATH && !access(path, R_OK))
			return 0;
	}
	return why(EINVAL,
		"%s is missing: '%s/grove/%s' is not there; `ninja` builds it, `ninja install` "
		"installs it",
		what, CONFIG_DATADIR, name);
}
