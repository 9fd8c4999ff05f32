/* Text files of words in lines: read with checks, and refused with the file's name and line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_TEXT_LINES_H
#define BASE_TEXT_LINES_H

#include <stdio.h>

enum {
	LINES_WORDS = 16,
	LINES_LENGTH = 512
};

/* The line that was read last. Empty lines and those that begin with # are passed over. */
struct text_lines {
	FILE *file;
	const char *name; /* of the file, for refusals */
	int number;	  /* of the line, from 1 */
	int words;
	char *word[LINES_WORDS];
	char rest[LINES_LENGTH]; /* all that stands behind the first word */
	char text[LINES_LENGTH]; /* cut into the words */
};

/* 1: there is a line; 0: the file ends; -EINVAL with why: the line is too long, or was cut off
 * before its end. */
int lines_next(struct text_lines *lines);

/* Says "NAME, line N: ...", and returns -EINVAL. */
int lines_refuse(const struct text_lines *lines, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Exactly that many words, the first one included. 0, or -EINVAL with why. */
int lines_expect(const struct text_lines *lines, int words);

/* Word i as a number of at least `least`; as a whole number. 0, or -EINVAL with why. */
int lines_real(const struct text_lines *lines, int i, double least, double *number);
int lines_size(const struct text_lines *lines, int i, size_t *number);

#endif
