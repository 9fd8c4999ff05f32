/* Writes JSON to standard output piece by piece, members and elements in their order. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_JSON_OUT_H
#define TOOL_OUTPUT_JSON_OUT_H

#include <stdbool.h>
#include <stdint.h>

/* Write a bracket or a value. In an array the name of a value is NULL. Numbers that
 * are not finite become null, and so does a text that is NULL. */
void json_open(const char *name, char bracket); /* '{' or '[' */
void json_close(char bracket);			/* '}' or ']'; a document ends the line */
void json_text(const char *name, const char *text);
void json_whole(const char *name, int64_t number);
void json_size(const char *name, uint64_t number);
void json_real(const char *name, double number);
void json_exact(const char *name, double number); /* finite, with all digits */
void json_bool(const char *name, bool value);
void json_null(const char *name);

void json_reals(const char *name, const double *number, int count); /* an array */

/* Makes the next value begin a new line. */
void json_line(void);

/* Opens an object in an array, on a line of its own. */
void json_row(void);

#endif
