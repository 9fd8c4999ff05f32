/* Cuts the text of a graph into words and signs. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <ctype.h>
#include <string.h>
#include "topology/networks/graph_reading.h"

static const char *skip_comment(const struct graph_reading *r, const char *at)
{
	const char *end;

	if (*at == '#' && (r->lines || at == r->text || at[-1] == '\n'))
		return at + strcspn(at, "\n");
	if (r->lines)
		return *at == '%' ? at + strcspn(at, "\n") : at;
	if (!strncmp(at, "//", 2))
		return at + strcspn(at, "\n");
	if (strncmp(at, "/*", 2) != 0)
		return at;
	end = strstr(at + 2, "*/");
	return end ? end + 2 : at + strlen(at);
}

/* In lines a word is all but separators; a ':' is a sign at the end of a word. Elsewhere "--" and
 * "->" are signs, and a '-' or '+' belongs to a number or a name. */
static bool in_word(const struct graph_reading *r, const char *at, const char *begin)
{
	if (r->lines)
		return !strchr(" \t\r\n,;{\"", *at) && (*at != ':' || !strchr(" \t\r\n", at[1]));
	return isalnum((unsigned char)*at) || (*at && strchr("_.", *at)) || (*at & 0x80) ||
	       (*at == '-' && at[1] != '-' && at[1] != '>') || (*at == '+' && at > begin);
}

static int quoted(struct graph_reading *r, const char *at, struct word *word)
{
	const char *begin = at + 1, quote = *at;

	for (at = begin; *at && *at != quote && (*at != '\n' || !r->lines); at++)
		at += r->escapes && *at == '\\' && at[1];
	*word = (struct word){ begin, (size_t)(at - begin) };
	r->at = at + (*at == quote);
	return 'a';
}

int graph_token(struct graph_reading *r, struct word *word)
{
	const char *at = r->at, *begin = NULL;

	while (at != begin) {
		begin = at + strspn(at, r->lines ? " \t\r" : " \t\r\n");
		at = skip_comment(r, begin);
	}
	if (*at == '"' || (*at == '\'' && !r->lines))
		return quoted(r, at, word);
	while (in_word(r, at, begin))
		at++;
	*word = (struct word){ begin, at > begin ? (size_t)(at - begin) : *begin != 0 };
	if (at == begin && (!strncmp(at, "--", 2) || !strncmp(at, "->", 2)))
		word->length = 2;
	r->at = begin + word->length;
	return at > begin ? 'a' : *begin;
}
