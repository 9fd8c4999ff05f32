/* Reads text files of words in lines, and refuses a bad line by the file's name and line number. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/text_lines.h"
#include "base/error.h"
#include "base/text_mark.h"

int lines_refuse(const struct text_lines *lines, const char *format, ...)
{
	char text[LINES_LENGTH];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof text, format, arguments);
	va_end(arguments);
	return why(EINVAL, "%s, line %d: %s", lines->name, lines->number, text);
}

/* Returns the next character, and '\n' for each of the three ends that lines have: LF, CR LF, CR.
 * No other thread reads the file. */
static int next_character(FILE *file)
{
	int c = getc_unlocked(file);

	if (c != '\r')
		return c;
	c = getc_unlocked(file);
	if (c != '\n')
		ungetc(c, file);
	return '\n';
}

/* A line must have an end, so that a number that was only written in part does not pass as a
 * shorter number. */
static int read_line(struct text_lines *lines)
{
	size_t length = 0;
	int c;

	if (!lines->number && text_mark_pass(lines->file, lines->name))
		return -EINVAL;
	while ((c = next_character(lines->file)) > 0 && c != '\n' &&
		length < sizeof lines->text - 1)
		lines->text[length++] = (char)c;
	if (c == EOF && ferror(lines->file))
		return why(EIO, "%s cannot be read: %s", lines->name, strerror(errno));
	if (c == EOF && !length)
		return 0;
	lines->number++;
	while (c == '\n' && length && strchr(" \t", lines->text[length - 1]))
		length--;
	lines->text[length] = 0;
	if (c == '\n')
		return 1;
	return lines_refuse(lines, "%s",
		c == EOF ? "the line is cut off"
		: c	 ? "the line is too long"
			 : "the line has a byte of value 0: this is not a text file");
}

static int split(struct text_lines *lines)
{
	bool between = true;

	lines->words = 0;
	for (char *at = lines->text; *at; at++) {
		bool blank = *at == ' ' || *at == '\t';

		if (between && !blank && lines->words++ == 1)
			strcpy(lines->rest, at);
		if (between && !blank && lines->words <= LINES_WORDS)
			lines->word[lines->words - 1] = at;
		if (blank)
			*at = 0;
		between = blank;
	}
	if (lines->words < 2)
		lines->rest[0] = 0;
	return 1;
}

int lines_next(struct text_lines *lines)
{
	int found;

	while ((found = read_line(lines)) == 1) {
		size_t blanks = strspn(lines->text, " \t");

		if (lines->text[blanks] && lines->text[blanks] != '#')
			return split(lines);
	}
	return found;
}

int lines_expect(const struct text_lines *lines, int words)
{
	if (lines->words < words)
		return lines_refuse(lines, "'%s' has %d words, and needs %d: the line is cut off",
			lines->word[0], lines->words, words);
	if (lines->words > words)
		return lines_refuse(lines, "'%s' has %d words, and needs %d", lines->word[0],
			lines->words, words);
	return 0;
}

int lines_real(const struct text_lines *lines, int i, double least, double *number)
{
	char *end;

	*number = strtod(lines->word[i], &end);
	if (end == lines->word[i] || *end || !isfinite(*number) || *number < least)
		return lines_refuse(
			lines, "'%s' is not a number of at least %g", lines->word[i], least);
	return 0;
}

int lines_size(const struct text_lines *lines, int i, size_t *number)
{
	const char *word = lines->word[i];
	char *end;

	errno = 0;
	*number = strtoul(word, &end, 10);
	if (*word < '0' || *word > '9' || *end || errno)
		return lines_refuse(lines, "'%s' is not a whole number", word);
	return 0;
}

int lines_word(const struct text_lines *lines, int i, size_t room, char *to)
{
	const char *word = lines->word[i];

	if (strlen(word) >= room)
		return lines_refuse(lines, "'%s' is too long for a name", word);
	strcpy(to, strcmp(word, "-") != 0 ? word : "");
	return 0;
}

int lines_unknown(const struct text_lines *lines)
{
	return lines_refuse(lines, "'%s' is not known to this version of grove", lines->word[0]);
}
