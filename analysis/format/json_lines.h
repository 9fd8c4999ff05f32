/* Finds the lines on which the objects of a JSON array begin, because jansson keeps no lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMAT_JSON_LINES_H
#define ANALYSIS_FORMAT_JSON_LINES_H

#include <stdbool.h>
#include <stddef.h>

/* A position in valid JSON. */
struct json_lines {
	const char *at, *end;
	int line, depth;
};

/* Goes to the array of that name in the object that is the text. */
struct json_lines json_lines_of(const char *text, size_t length, const char *name);

/* Returns the line of the next object in the array; 0: there is no further object. */
int json_lines_next(struct json_lines *lines);

#endif
