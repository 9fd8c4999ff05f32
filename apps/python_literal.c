/* Reads the few Python literals that stand in the header of a .npy file. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "apps/python_literal.h"

bool literal_next(struct cursor *cursor, char c)
{
	while (cursor->at < cursor->end && isspace((unsigned char)cursor->text[cursor->at]))
		cursor->at++;
	return cursor->at < cursor->end && cursor->text[cursor->at] == c;
}

bool literal_take(struct cursor *cursor, char c)
{
	bool there = literal_next(cursor, c);

	cursor->at += there;
	return there;
}

bool literal_string(struct cursor *cursor, struct span *span)
{
	char quote;

	if (literal_next(cursor, 'u') || literal_next(cursor, 'b'))
		cursor->at++;
	if (!literal_next(cursor, '\'') && !literal_next(cursor, '"'))
		return false;
	quote = cursor->text[cursor->at++];
	span->begin = cursor->at;
	while (cursor->at < cursor->end && cursor->text[cursor->at] != quote)
		cursor->at += cursor->text[cursor->at] == '\\' ? 2 : 1;
	if (cursor->at >= cursor->end)
		return false;
	span->end = cursor->at++;
	return true;
}

bool literal_word(struct cursor *cursor, const char *word)
{
	size_t length = strlen(word);

	if (!literal_next(cursor, word[0]) || cursor->end - cursor->at < length ||
		memcmp(cursor->text + cursor->at, word, length))
		return false;
	cursor->at += length;
	return true;
}

static bool digit(const struct cursor *cursor)
{
	return cursor->at < cursor->end && isdigit((unsigned char)cursor->text[cursor->at]);
}

bool literal_number(struct cursor *cursor, size_t *number, struct span *span)
{
	literal_next(cursor, '0'); /* over white space */
	*number = 0;
	for (span->begin = cursor->at; digit(cursor); cursor->at++)
		if (__builtin_mul_overflow(*number, 10, number) ||
			__builtin_add_overflow(*number, cursor->text[cursor->at] - '0', number))
			return false;
	if (cursor->at == span->begin)
		return false;
	if (cursor->at < cursor->end && cursor->text[cursor->at] == 'L')
		cursor->at++;
	span->end = cursor->at;
	return true;
}
