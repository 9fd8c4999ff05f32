/* Declares the lexer, which splits a text into words and numbers line by line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_FORMAT_LEXER_H
#define PLAN_FORMAT_LEXER_H

#include <stdbool.h>
#include <stdint.h>
#include "plan/format/plan_file.h"

/* The lexer's position. `at` never passes `end`, the end of the line; no zero needs to end the
 * text. Blanks separate words, and # begins a comment that ends with the line. */
struct lexer {
	const char *at, *end, *start; /* in this line; start: its first character */
	int line;
};

/* Moves to the next line of the text that ends at `end`. Lines end with LF, CR LF or CR. Returns
 * false when there is no further line. */
bool lexer_line(struct lexer *lexer, const char *end);

/* Puts `place` before the last error's text ("line 3, column 1: ..."). Returns -EINVAL. */
int lexer_wrong(const struct lexer *lexer, const char *place);

/* Records that `what` was expected at the current place. Returns -EINVAL. */
int lexer_expected(const struct lexer *lexer, const char *what);

void lexer_blanks(struct lexer *lexer);

/* Skips blanks. Returns true at the end of the line or the start of a comment. */
bool lexer_end(struct lexer *lexer);

/* Skips blanks, then these characters. Returns false when other characters come next. */
bool lexer_accept(struct lexer *lexer, const char *characters);

/* Reads a whole number up to FILE_NUMBER. A number that begins with a further 0 is refused, because
 * 0010 may be meant as a label. Returns 0 or -EINVAL with why. */
int lexer_number(struct lexer *lexer, int64_t *number);

/* Reads a word, plain or in quotes. A word longer than the array is cut; plan_header_word then
 * refuses the word as too long. Returns 0 or -EINVAL with why. */
int lexer_word(struct lexer *lexer, char word[FILE_WORD + 1], size_t *length);

#endif
