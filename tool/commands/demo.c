/* Runs `grove demo`, the tour: a script of commands that is installed with grove. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include "config.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"

enum {
	PATH_LENGTH = 4096
};

/* The places of the tour, relative to the folder of the command: in a build, and in an installed
 * tree, which may have been moved. The last place is the folder of data given to `configure`. */
static const char *const places[] = { "tour.sh", "../share/grove/tour.sh",
	CONFIG_DATADIR "/grove/tour.sh" };

/* Finds the path of this command. */
static int self_path(char path[PATH_LENGTH])
{
	ssize_t length = readlink("/proc/self/exe", path, PATH_LENGTH - 1);

	path[length > 0 ? length : 0] = 0;
	return length > 0 ? 0 : -ENOENT;
}

static int tour_path(char path[PATH_LENGTH], const char *self)
{
	int folder = (int)(strrchr(self, '/') + 1 - self);

	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		int length = snprintf(path, PATH_LENGTH, "%.*s%s", places[i][0] == '/' ? 0 : folder,
			self, places[i]);

		if (length < PATH_LENGTH && !access(path, R_OK))
			return 0;
	}
	return -ENOENT;
}

int command_demo(const struct options *options)
{
	char self[PATH_LENGTH], tour[PATH_LENGTH];

	(void)options;
	if (self_path(self))
		return refuse("the system does not say where this command is");
	if (tour_path(tour, self))
		return refuse("the tour is missing: '%s' is not there; `ninja install` installs it",
			places[2]);
	execl("/bin/sh", "sh", tour, self, NULL);
	return refuse("/bin/sh: %s", strerror(errno));
}
