/* Writes files whole or not at all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_WHOLE_FILE_H
#define TOOL_OUTPUT_WHOLE_FILE_H

#include <stdio.h>

/* Opens a file under a temporary name in the folder of `path`, one file at a time. Whatever ends
 * the command before whole_file_close(), no temporary file is left. whole_file_make() makes the
 * folders of the path, too. Both return 0, or -EINVAL with why: also if something other than a
 * regular file has that name. `path` must stay valid. */
int whole_file_open(FILE **file, const char *path);
int whole_file_make(FILE **file, const char *path);

/* Gives the file its name if `error` is 0 and all bytes are on the disc, else removes the file. A
 * symbolic link stays a link, and a file that is replaced keeps its permissions. Returns 0, or
 * -errno with why. */
int whole_file_close(FILE *file, int error);

/* Returns the temporary name, for another program that writes the file. */
const char *whole_file_temporary(void);

#endif
