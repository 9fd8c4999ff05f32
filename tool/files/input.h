/* Declares files that are read in full before anything is written. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_INPUT_H
#define TOOL_FILES_INPUT_H

#include <stddef.h>

struct input {
	const char *path;
	unsigned char *bytes; /* for free() */
	size_t size;	      /* at least 1 */
	double seconds;	      /* taken to read the file */
};

/* Ends the command when the file is missing, empty, no regular file, or changes its size. */
void input_read(struct input *input, const char *path);

#endif
