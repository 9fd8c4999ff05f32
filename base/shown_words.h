/* Lines for people, made of words that may be anything. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SHOWN_WORDS_H
#define BASE_SHOWN_WORDS_H

#include <stdarg.h>
#include <stddef.h>

/* Prints into `line` as vsnprintf does. What does not fit loses its middle ("...") and keeps its end, where
 * the reason stands; control characters, which a terminal would obey, become '?'. */
void line_fit(char *line, size_t size, const char *format, va_list arguments);

#endif
