/* Reads the words, numbers and strings of a file's header. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "tool/files/header_text.h"

bool header_take(struct cursor *cursor, const char *word)
{
	size_t length = strlen(word);

	if (cursor->end - cursor->at < length || memcmp(cursor->text + cursor->at, word, length))
		return false;
	cursor->at += length;
	return true;
}

static bool digit_next(const struct cursor *cursor)
{
	return cursor->at < cursor->end && isdigit((unsigned char)cursor->text[cursor->at]);
}

bool header_number(struct cursor *cursor, size_t *number, struct span *span)
{
	*number = 0;
	for (span->begin = cursor->at; digit_next(cursor); cursor->at++)
		if (__builtin_mul_overflow(*number, 10, number) ||
			__builtin_add_overflow(*number, cursor->text[cursor->at] - '0', number))
			return false;
	span->end = cursor->at;
	return span->end > span->begin;
}

bool header_string(struct cursor *cursor, struct span *span)
{
	char quote;

	if (!header_take(cursor, "'") && !header_take(cursor, "\""))
		return false;
	quote = cursor->text[cursor->at - 1];
	span->begin = cursor->at;
	while (cursor->at < cursor->end && cursor->text[cursor->at] != quote)
		cursor->at +=
			cursor->text[cursor->at] == '\\' && cursor->end - cursor->at > 1 ? 2 : 1;
	if (cursor->at >= cursor->end)
		return false;
	span->end = cursor->at++;
	return true;
}
