/* The beginning of a small file, as the system has many, without allocating anything. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SMALL_FILE_H
#define BASE_SMALL_FILE_H

#include <stddef.h>

/* Reads at most size - 1 bytes and ends them with '\0'. How many, or -errno; then the text is "". */
int small_file_read(char *text, size_t size, const char *path);

/* The first line alone, without its end. */
int small_file_line(char *text, size_t size, const char *path);

#endif
