/* Files that grove keeps of this machine: written whole or not at all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_CONFIG_FILE_H
#define TOOL_OUTPUT_CONFIG_FILE_H

#include <signal.h>
#include <stdio.h>

/* A file under a temporary name beside its own, with the folders that it needs. 0, or -errno with why. */
struct config_file {
	const char *path;
	char temporary[1100];
	FILE *file;
	sigset_t signals; /* as the thread had them: they wait until the file has its name or is gone */
};
int config_file_open(struct config_file *keeping, const char *path);

/* Gives it its name when `error` is 0 and all was written; else it goes away. 0 or -errno with why. */
int config_file_close(struct config_file *keeping, int error);

/* The folders in front of the last word of a path. 0, or -errno with why. */
int folders_make(const char *path);

#endif
