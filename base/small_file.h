/* Reads the beginning of a small file, such as the kernel's files, without allocating memory. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SMALL_FILE_H
#define BASE_SMALL_FILE_H

#include <stddef.h>

/* Reads at most size - 1 bytes and appends '\0'. Returns the number of bytes, or -errno with the
 * text "". */
int small_file_read(char *text, size_t size, const char *path);

/* Reads only the first line, without the end of the line. */
int small_file_line(char *text, size_t size, const char *path);

#endif
