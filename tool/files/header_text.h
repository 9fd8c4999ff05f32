/* The text of a file's header: fixed words, numbers and strings, read one after another. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_FILES_HEADER_TEXT_H
#define TOOL_FILES_HEADER_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* text[at .. end - 1] is still to be read. */
struct cursor {
	const char *text;
	size_t at, end;
};

/* text[begin .. end - 1] of a file or a cursor. */
struct span {
	size_t begin, end;
};

/* Steps over `word` when the text goes on with that word, and says whether. */
bool header_take(struct cursor *cursor, const char *word);

/* A whole number that is not negative, and where the number stands. */
bool header_number(struct cursor *cursor, size_t *number, struct span *span);

/* A string of Python, and what stands between its quotes; backslashes are kept as they are. */
bool header_string(struct cursor *cursor, struct span *span);

#endif
