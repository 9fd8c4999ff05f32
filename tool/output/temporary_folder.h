/* A temporary folder, and paths of files in it and beside the command. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_TEMPORARY_FOLDER_H
#define TOOL_OUTPUT_TEMPORARY_FOLDER_H

enum {
	FOLDER_PATH = 512
};

/* Makes the folder, which goes away with folder_close, and when the program is interrupted. 0, or
 * -errno with why. */
int folder_open(void);
void folder_close(void);

/* The path of a file in it; the file goes away with it. NULL when there are too many. */
const char *folder_file(const char *name);

/* This program itself, and an application: in apps/ beside it (as it is built), or as grove-NAME
 * beside it (as it is installed). 0, or -ENOENT with why. */
int self_path(char path[FOLDER_PATH]);
int program_path(char path[FOLDER_PATH], const char *name);

#endif
