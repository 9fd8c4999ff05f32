/* Declares a lesson of the course, read from the installed lessons. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_LESSON_FILE_H
#define TOOL_COMMANDS_LESSON_FILE_H

#include <stddef.h>

struct lesson {
	char *text; /* to be freed */
	size_t length;
};

/* Reads the lesson with a name, as 05-many-trees, or a number. Returns 0, or prints a refusal with
 * the names of all lessons and returns its exit status. */
int lesson_read(struct lesson *lesson, const char *name);

#endif
