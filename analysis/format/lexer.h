/* The scanner: words and numbers of a text, line by line, and where it stands. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FORMAT_LEXER_H
#define ANALYSIS_FORMAT_LEXER_H

#include <stdbool.h>
#include <stdint.h>
#include "analysis/format/plan_file.h"

/* `at` never passes `end`, the end of the line; the text need not end in a zero. Blanks separate,
 * and # begins a comment that goes to the end of the line. */
struct lexer {
	const char *at, *end, *start; /* of this line; start: where it begins */
	int line;
};

/* Moves to the next line of the text that ends there; false when there is none. */
bool lexer_line(struct lexer *lexer, const char *end);

/* -EINVAL, with the place in front of what was last recorded as why ("line 3, column 1: ..."). */
int lexer_wrong(const struct lexer *lexer, const char *place);

/* -EINVAL: here this was expected. */
int lexer_expected(const struct lexer *lexer, const char *what);

void lexer_blanks(struct lexer *lexer);

/* Skips blanks; true at the end of the line, or of what is no comment. */
bool lexer_end(struct lexer *lexer);

/* Skips blanks, and these characters when they come next. */
bool lexer_accept(struct lexer *lexer, const char *characters);

/* A whole number up to FILE_NUMBER. 0 or -EINVAL with why. */
int lexer_number(struct lexer *lexer, int64_t *number);

/* A word, plain or in quotes. What is too long is cut behind its room, where plan_header_word finds it
 * too long. 0 or -EINVAL with why. */
int lexer_word(struct lexer *lexer, char word[FILE_WORD + 1], size_t *length);

#endif
