/* Reads text files of words in lines, and refuses a bad line by the file's name and line number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_TEXT_LINES_H
#define BASE_TEXT_LINES_H

#include <stdio.h>

enum {
	LINES_WORDS = 16,
	LINES_LENGTH = 512
};

/* The line that was read last. Empty lines and lines that begin with # are skipped. */
struct text_lines {
	FILE *file;
	const char *name; /* of the file, for refusals */
	int number;	  /* of the line, from 1 */
	int words;
	char *word[LINES_WORDS];
	char rest[LINES_LENGTH]; /* all text after the first word */
	char text[LINES_LENGTH]; /* cut into the words */
};

/* Reads the next line. Returns 1, or 0 at the end of the file, or -EINVAL with why if the line is
 * too long or was cut off before its end. */
int lines_next(struct text_lines *lines);

/* Records "NAME, line N: ...", and returns -EINVAL. */
int lines_refuse(const struct text_lines *lines, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

/* Checks that the line has exactly that many words, including the first. Returns 0, or -EINVAL with
 * why. */
int lines_expect(const struct text_lines *lines, int words);

/* Read word i as a number of at least `least`, or as a whole number. Return 0, or -EINVAL with
 * why. */
int lines_real(const struct text_lines *lines, int i, double least, double *number);
int lines_size(const struct text_lines *lines, int i, size_t *number);

/* Copies word i to to[room]; - stands for an empty word. Returns 0, or -EINVAL with why. */
int lines_word(const struct text_lines *lines, int i, size_t room, char *to);

/* Refuses the line for its first word. */
int lines_unknown(const struct text_lines *lines);

#endif
