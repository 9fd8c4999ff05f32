/* Writes the output file of an application, in full or not at all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_OUTPUT_H
#define TOOL_FILES_OUTPUT_H

#include <stddef.h>

/* Opens a temporary file beside OUT, which is removed unless output_commit is reached; at most once
 * in an application. Any error ends the command and leaves OUT unchanged. */
void output_open(const char *path);
void output_write(const void *bytes, size_t size);

/* Renames the temporary file to OUT after all bytes are on the disc. */
void output_commit(void);

#endif
