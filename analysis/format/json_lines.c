/* Walks over valid JSON, and counts lines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "analysis/format/json_lines.h"

/* Depth 0 is outside, 1 in the plan, 2 in an array of the plan, 3 in an object of that array. */
enum {
	IN_PLAN = 1,
	IN_ARRAY
};

/* Goes to the closing quote of the string that begins here. */
static void skip_string(struct json_lines *l)
{
	for (l->at++; l->at < l->end && *l->at != '"'; l->at++)
		l->at += *l->at == '\\';
}

/* Takes a character, or a whole string, and returns its first character. */
static char take(struct json_lines *l)
{
	char c = *l->at;

	if (c == '"')
		skip_string(l);
	l->line += c == '\n';
	l->depth += (c == '{' || c == '[') - (c == '}' || c == ']');
	l->at++;
	return c;
}

/* Returns true if the string that begins at `at` is the name. */
static bool is_name(const struct json_lines *l, const char *at, const char *name)
{
	size_t length = strlen(name);

	return (size_t)(l->end - at) > length + 1 && !memcmp(at + 1, name, length) &&
	       at[length + 1] == '"';
}

struct json_lines json_lines_of(const char *text, size_t length, const char *name)
{
	struct json_lines l = { text, text + length, 1, 0 };
	bool named = false, found = false;

	while (l.at < l.end && !(found && l.depth == IN_ARRAY)) {
		const char *at = l.at;
		char c = take(&l);

		if (l.depth != IN_PLAN)
			continue;
		if (c == '"')
			named = is_name(&l, at, name);
		else if (c == ':')
			found = named;
	}
	return l;
}

int json_lines_next(struct json_lines *l)
{
	int line;

	while (l->at < l->end && *l->at != '{' && l->depth >= IN_ARRAY)
		take(l);
	if (l->at >= l->end || l->depth < IN_ARRAY)
		return 0;
	line = l->line;
	do
		take(l);
	while (l->at < l->end && l->depth > IN_ARRAY);
	return line;
}
