/* Finds the files that are installed with the command, such as the tour. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_DATA_FILE_H
#define TOOL_OUTPUT_DATA_FILE_H

enum {
	DATA_PATH = 4096 /* bytes of a path, with its zero */
};

/* Finds a file of that name beside the command, as in a build, or in share/grove. `what` names the
 * file for people: "the tour". Sets `path` and returns 0, or -EINVAL with why. */
int data_file_find(char path[DATA_PATH], const char *name, const char *what);

/* Finds the path of this command itself, with the same results. */
int command_path(char path[DATA_PATH]);

#endif
