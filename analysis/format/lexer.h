/* The scanner: words and numbers of a text, line by line, and where it stands. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef PLAN_SCAN_H
#define PLAN_SCAN_H

#include <stdbool.h>
#include <stdint.h>
#include "analysis/format/plan_file.h"

/* `at` never passes `end`, the end of the line; the text need not end in a zero. Blanks separate,
 * and # begins a comment that goes to the end of the line. */
struct scan {
	const char *at, *end, *start; /* of this line; start: where it begins */
	int line;
};

/* Moves to the next line of the text that ends there; false when there is none. */
bool scan_line(struct scan *scan, const char *end);

/* -EINVAL, with the place in front of what was last recorded as why ("line 3, column 1: ..."). */
int scan_wrong(const struct scan *scan, const char *place);

/* -EINVAL: here this was expected. */
int scan_expected(const struct scan *scan, const char *what);

void scan_blanks(struct scan *scan);

/* Skips blanks; true at the end of the line, or of what is no comment. */
bool scan_end(struct scan *scan);

/* Skips blanks, and these characters when they come next. */
bool scan_accept(struct scan *scan, const char *characters);

/* A whole number up to FILE_NUMBER. 0 or -EINVAL with why. */
int scan_number(struct scan *scan, int64_t *number);

/* A word, plain or in quotes. What is too long is cut behind its room, where heading_word finds it
 * too long. 0 or -EINVAL with why. */
int scan_word(struct scan *scan, char word[FILE_WORD + 1], size_t *length);

#endif
