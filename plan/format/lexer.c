/* Splits a text into words and numbers, and reports the place of an error. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "plan/format/lexer.h"

static bool ends_in_two(const char *line_end, const char *end)
{
	return end - line_end > 1 && line_end[0] == '\r' && line_end[1] == '\n';
}

bool lexer_line(struct lexer *s, const char *end)
{
	const char *mac;

	if (s->line)
		s->at = s->end < end ? s->end + 1 + ends_in_two(s->end, end) : end;
	s->line++;
	s->start = s->at;
	if (s->at == end)
		return false;
	s->end = memchr(s->at, '\n', (size_t)(end - s->at));
	s->end = s->end ? s->end : end;
	mac = memchr(s->at, '\r', (size_t)(s->end - s->at));
	s->end = mac ? mac : s->end;
	return true;
}

int lexer_wrong(const struct lexer *s, const char *place)
{
	return why(
		EINVAL, "line %d, column %d: %s", s->line, (int)(place - s->start) + 1, why_text());
}

int lexer_expected(const struct lexer *s, const char *what)
{
	why(EINVAL, "expected %s", what);
	return lexer_wrong(s, s->at);
}

void lexer_blanks(struct lexer *s)
{
	while (s->at < s->end && (*s->at == ' ' || *s->at == '\t'))
		s->at++;
}

bool lexer_end(struct lexer *s)
{
	lexer_blanks(s);
	return s->at == s->end || *s->at == '#';
}

bool lexer_accept(struct lexer *s, const char *characters)
{
	size_t length = strlen(characters);

	lexer_blanks(s);
	if ((size_t)(s->end - s->at) < length || memcmp(s->at, characters, length))
		return false;
	s->at += length;
	return true;
}

int lexer_number(struct lexer *s, int64_t *number)
{
	const char *first;

	lexer_blanks(s);
	first = s->at;
	for (*number = 0; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++) {
		*number = *number * 10 + (*s->at - '0');
		if (*number > FILE_NUMBER) {
			why(EINVAL, "a number beyond " FILE_NUMBER_NAME);
			return lexer_wrong(s, first);
		}
	}
	if (s->at - first > 1 && *first == '0') {
		why(EINVAL, "%.*s begins with a 0: labels are not read; write the number %lld",
			(int)(s->at - first < 32 ? s->at - first : 32), first, (long long)*number);
		return lexer_wrong(s, first);
	}
	return s->at == first ? lexer_expected(s, "a number") : 0;
}

static bool ends_word(char c)
{
	return c == ' ' || c == '\t' || c == '#' || c == '"';
}

int lexer_word(struct lexer *s, char word[FILE_WORD + 1], size_t *length)
{
	bool quoted = lexer_accept(s, "\""), closed = false;

	for (*length = 0; s->at < s->end; s->at++) {
		closed = quoted && *s->at == '"';
		if (closed || (!quoted && ends_word(*s->at)))
			break;
		if (quoted && *s->at == '\\' && s->at + 1 < s->end)
			s->at++;
		if (*length <= FILE_WORD)
			word[(*length)++] = *s->at;
	}
	if (quoted && !closed)
		return lexer_expected(s, "a closing quote");
	s->at += closed;
	return quoted || *length ? 0 : lexer_expected(s, "a name");
}
