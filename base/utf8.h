/* Finds the characters of a text in UTF-8. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Returns the bytes of the character at `text`, which has at least one byte; 0: no valid
 * character. */
size_t utf8_bytes(const char *text, size_t length);

/* The same, and 0 for a character that controls a terminal, and for U+FFFE and U+FFFF, which no XML
 * may have. */
size_t utf8_printable(const char *text, size_t length);

/* Writes a character of at most 4 bytes. Returns the number of bytes. */
size_t utf8_put(char text[4], uint32_t character);

#endif
