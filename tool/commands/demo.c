/* Runs `grove demo`, the tour: a script of commands that is installed with grove. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include <unistd.h>
#include "tool/output/data_file.h"
#include "tool/arguments/options.h"
#include "tool/output/diagnostics.h"

int command_demo(const struct options *options)
{
	char self[DATA_PATH], tour[DATA_PATH];
	int error = data_file_find(tour, "tour.sh", "the tour");

	(void)options;
	if (!error)
		error = command_path(self);
	if (error)
		return say_why(error);
	execl("/bin/sh", "sh", tour, self, NULL);
	return refuse("/bin/sh: %s", strerror(errno));
}
