/* Writes files of this machine's measurements, whole or not at all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_CONFIG_FILE_H
#define TOOL_OUTPUT_CONFIG_FILE_H

#include <signal.h>
#include <stdio.h>

/* A file under a temporary name in the same folder. config_file_open() makes the folders, too.
 * Returns 0, or -errno with why. */
struct config_file {
	const char *path;
	char temporary[1100];
	FILE *file;
	/* The thread's signal mask. Signals are blocked until the file
	 * has its name or is removed. */
	sigset_t signals;
};
int config_file_open(struct config_file *keeping, const char *path);

/* Renames the file if `error` is 0 and all bytes were written, else removes the file.
 * Returns 0, or -errno with why. */
int config_file_close(struct config_file *keeping, int error);

/* Makes the folders of a path, without its last word. Returns 0, or -errno with why. */
int folders_make(const char *path);

#endif
