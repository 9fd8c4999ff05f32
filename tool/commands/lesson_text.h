/* A lesson of the course, whose text stands in the page of `grove explore`. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_COMMANDS_LESSON_TEXT_H
#define TOOL_COMMANDS_LESSON_TEXT_H

#include <stddef.h>

struct lesson_text {
	char *text; /* to be freed */
	size_t length;
};

/* Reads the lesson with a name, as 05-many-trees, or a number. Returns 0, or prints a refusal with
 * the names of all lessons and returns its exit status. */
int lesson_text_read(struct lesson_text *lesson, const char *name);

/* Print the lesson's text as an element, and the first line as the title. */
void lesson_text_print(const struct lesson_text *lesson);
void lesson_text_title(const struct lesson_text *lesson);

#endif
