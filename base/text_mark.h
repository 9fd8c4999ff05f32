/* Skips the byte order mark of a text, and refuses texts that are not UTF-8. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_TEXT_MARK_H
#define BASE_TEXT_MARK_H

#include <stdio.h>

/* Every reader of texts that people write starts with this, since some editors write a mark.
 * Returns the number of bytes of the mark, 0 or 3, or -EINVAL with why if the text is UTF-16 or
 * UTF-32. */
int text_mark(const char *text, size_t length);

/* Skips the mark of a stream that stands at its beginning. Returns 0, or -EINVAL with `name` and
 * why. */
int text_mark_pass(FILE *file, const char *name);

/* Replaces each CR that ends a line alone by LF. */
void text_end_lines(char *text);

#endif
