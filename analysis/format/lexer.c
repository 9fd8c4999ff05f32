/* Scans words and numbers, and says where a text is wrong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "analysis/format/lexer.h"

bool scan_line(struct scan *s, const char *end)
{
	if (s->line)
		s->at = s->end < end ? s->end + 1 : end;
	s->line++;
	s->start = s->at;
	if (s->at == end)
		return false;
	s->end = memchr(s->at, '\n', (size_t)(end - s->at));
	s->end = s->end ? s->end : end;
	return true;
}

int scan_wrong(const struct scan *s, const char *place)
{
	return why(
		EINVAL, "line %d, column %d: %s", s->line, (int)(place - s->start) + 1, why_text());
}

int scan_expected(const struct scan *s, const char *what)
{
	why(EINVAL, "expected %s", what);
	return scan_wrong(s, s->at);
}

void scan_blanks(struct scan *s)
{
	while (s->at < s->end && (*s->at == ' ' || *s->at == '\t' || *s->at == '\r'))
		s->at++;
}

bool scan_end(struct scan *s)
{
	scan_blanks(s);
	return s->at == s->end || *s->at == '#';
}

bool scan_accept(struct scan *s, const char *characters)
{
	size_t length = strlen(characters);

	scan_blanks(s);
	if ((size_t)(s->end - s->at) < length || memcmp(s->at, characters, length))
		return false;
	s->at += length;
	return true;
}

int scan_number(struct scan *s, int64_t *number)
{
	const char *first;

	scan_blanks(s);
	first = s->at;
	for (*number = 0; s->at < s->end && *s->at >= '0' && *s->at <= '9'; s->at++) {
		*number = *number * 10 + (*s->at - '0');
		if (*number > FILE_NUMBER) {
			why(EINVAL, "a number beyond " FILE_NUMBER_NAME);
			return scan_wrong(s, first);
		}
	}
	return s->at == first ? scan_expected(s, "a number") : 0;
}

static bool ends_word(char c)
{
	return c == ' ' || c == '\t' || c == '\r' || c == '#' || c == '"';
}

int scan_word(struct scan *s, char word[FILE_WORD + 1], size_t *length)
{
	bool quoted = scan_accept(s, "\""), closed = false;

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
		return scan_expected(s, "a closing quote");
	s->at += closed;
	return quoted || *length ? 0 : scan_expected(s, "a name");
}
