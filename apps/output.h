/* The file that an application makes: there in full, or not at all. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_OUTPUT_H
#define APPS_OUTPUT_H

#include <stddef.h>

/* Opens a temporary file beside OUT, which goes away unless output_commit is reached. One for each
 * program. Whatever fails ends the program, and leaves OUT as it was. */
void output_open(const char *path);
void output_write(const void *bytes, size_t size);

/* Renames the temporary file to OUT, when all of it is on the disc. */
void output_commit(void);

#endif
