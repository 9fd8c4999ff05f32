/* JSON, written as it comes: members and elements in their order, in one line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_JSON_OUT_H
#define TOOL_OUTPUT_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>

/* To standard output. A value in an array has NULL for a name. Numbers that are not finite are
 * null. */
void json_open(const char *name, char bracket); /* '{' or '[' */
void json_close(char bracket);			/* '}' or ']' */
void json_text(const char *name, const char *text);
void json_whole(const char *name, int64_t number);
void json_size(const char *name, uint64_t number);
void json_real(const char *name, double number);
void json_bool(const char *name, bool value);
void json_null(const char *name);

/* The next value begins a new line. */
void json_line(void);

#endif
