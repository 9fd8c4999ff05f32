/* Prints lines for people from words that may be too long or full of control characters. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SHOWN_WORDS_H
#define BASE_SHOWN_WORDS_H

#include <stdarg.h>
#include <stddef.h>

/* Prints into `line` as vsnprintf does. A text that does not fit loses the middle ("...") and keeps
 * the end, where the reason stands. Control characters, which a terminal would obey, become '?'. */
void line_fit(char *line, size_t size, const char *format, va_list arguments);

#endif
