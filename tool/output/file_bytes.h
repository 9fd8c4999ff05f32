/* Bytes of files: compared, counted, and seen as a picture. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_FILE_BYTES_H
#define TOOL_OUTPUT_FILE_BYTES_H

#include <stdbool.h>

bool files_equal(const char *a, const char *b);

/* Adds to count[b] how often byte b occurs. 0, or -errno with why. */
int file_count(long long count[256], const char *path);

/* A grey picture (binary PGM) of 512 dots a line, whose dots are the bytes of a file. */
int picture_make(const char *picture, const char *path);

#endif
