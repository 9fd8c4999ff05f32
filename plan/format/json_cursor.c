/* Reads JSON value by value (RFC 8259), with the line and column of whatever is wrong. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "plan/format/json_cursor.h"

enum {
	DEEPEST = 64, /* values within values; a plan needs four */
	LONGEST_NAME = 32,
	EXPONENT_MOST = 308 /* of a number with double precision */
};

int json_wrong(const struct json_cursor *j, const char *what)
{
	return why(EINVAL, "line %d, column %d: %s", j->line, (int)(j->at - j->start) + 1, what);
}

/* Skips blanks. Line ends stand nowhere else: strings have none. */
static void skip_blanks(struct json_cursor *j)
{
	for (; j->at < j->end && memchr(" \t\r\n", *j->at, 4); j->at++)
		if (*j->at == '\n') {
			j->line++;
			j->start = j->at + 1;
		}
}

static bool is_at(const struct json_cursor *j, char c)
{
	return j->at < j->end && *j->at == c;
}

/* Skips this character and the blanks after it. */
static bool accept(struct json_cursor *j, char c)
{
	if (!is_at(j, c))
		return false;
	j->at++;
	skip_blanks(j);
	return true;
}

/* ---- Numbers ---- */

/* Reads digits. Returns false where there is no digit, or a number beyond 64 bits; a negative
 * number is one further from 0 than a positive number. */
static bool read_digits(struct json_cursor *j, bool negative, int64_t *number)
{
	const char *first = j->at;
	bool fits = true;

	for (*number = 0; j->at < j->end && *j->at >= '0' && *j->at <= '9'; j->at++) {
		int digit = *j->at - '0';

		fits = fits && !__builtin_mul_overflow(*number, 10, number) &&
		       !__builtin_add_overflow(*number, negative ? -digit : digit, number);
	}
	return j->at > first && fits;
}

static int skip_digits(struct json_cursor *j)
{
	const char *first = j->at;

	while (j->at < j->end && *j->at >= '0' && *j->at <= '9')
		j->at++;
	return j->at > first ? 0 : json_wrong(j, "expected a digit");
}

/* A large exponent is refused, and a small one is 0. */
static int skip_exponent(struct json_cursor *j)
{
	int64_t exponent;
	bool small;

	j->at++;
	small = is_at(j, '-');
	j->at += small || is_at(j, '+');
	if (small)
		return skip_digits(j);
	return read_digits(j, false, &exponent) && exponent <= EXPONENT_MOST
		       ? 0
		       : json_wrong(j, "expected an exponent of at most 308");
}

/* Goes past a number, and sets *number if the number is whole. */
static int read_number(struct json_cursor *j, int64_t *number, bool *whole)
{
	bool negative = is_at(j, '-');
	const char *first = j->at += negative;

	if (!read_digits(j, negative, number))
		return json_wrong(j, "expected a value, and no number beyond 64 bits");
	if (*first == '0' && j->at > first + 1)
		return json_wrong(j, "a number that begins with a further 0");
	*whole = !is_at(j, '.') && !is_at(j, 'e') && !is_at(j, 'E');
	if (is_at(j, '.')) {
		j->at++;
		if (skip_digits(j))
			return -EINVAL;
	}
	return is_at(j, 'e') || is_at(j, 'E') ? skip_exponent(j) : 0;
}

/* ---- Values ---- */

static int skip_word(struct json_cursor *j)
{
	static const char *const words[] = { "true", "false", "null" };

	for (int i = 0; i < 3; i++) {
		size_t length = strlen(words[i]);

		if ((size_t)(j->end - j->at) >= length && !memcmp(j->at, words[i], length)) {
			j->at += length;
			return 0;
		}
	}
	return json_wrong(j, "expected a value");
}

static int skip_value(struct json_cursor *j, int depth);

/* Reads a member's name and colon. */
static int read_name(struct json_cursor *j, char name[LONGEST_NAME], size_t *length)
{
	if (json_read_string(j, name, LONGEST_NAME, length))
		return -EINVAL;
	skip_blanks(j);
	return accept(j, ':') ? 0 : json_wrong(j, "expected :");
}

/* Goes past what an array or object holds, from its first character on. */
static int skip_container(struct json_cursor *j, int depth)
{
	char close = *j->at == '{' ? '}' : ']', name[LONGEST_NAME];
	size_t length;

	if (depth == DEEPEST)
		return json_wrong(j, "more than 64 values within each other");
	accept(j, *j->at);
	for (bool first = true; !is_at(j, close); first = false) {
		if (!first && !accept(j, ','))
			return json_wrong(j, close == '}' ? "expected , or }" : "expected , or ]");
		if ((close == '}' && read_name(j, name, &length)) || skip_value(j, depth + 1))
			return -EINVAL;
	}
	j->at++;
	return 0;
}

/* Goes past a value and the blanks after it. */
static int skip_value(struct json_cursor *j, int depth)
{
	int64_t number;
	bool whole;
	size_t length;
	char c = j->at < j->end ? *j->at : 0;
	int error;

	if (c == '{' || c == '[')
		error = skip_container(j, depth);
	else if (c == '"')
		error = json_read_string(j, NULL, 0, &length);
	else if (c == '-' || (c >= '0' && c <= '9'))
		error = read_number(j, &number, &whole);
	else
		error = skip_word(j);
	skip_blanks(j);
	return error;
}

struct json_cursor json_begin(const char *text, size_t length)
{
	struct json_cursor json = { text, text + length, text, 1 };

	skip_blanks(&json);
	return json;
}

int json_skip(struct json_cursor *json)
{
	return skip_value(json, 0);
}

int json_finish(struct json_cursor *json)
{
	return json->at == json->end ? 0 : json_wrong(json, "expected the end of the text");
}

bool json_first(struct json_cursor *json)
{
	return accept(json, '[') && !accept(json, ']');
}

bool json_more(struct json_cursor *json)
{
	if (accept(json, ','))
		return true;
	accept(json, ']');
	return false;
}

/* Returns the number of a name, or -1. */
static int number_of(const char *const *name, int names, const char *found, size_t length)
{
	for (int i = 0; i < names; i++)
		if (strlen(name[i]) == length && !memcmp(name[i], found, length))
			return i;
	return -1;
}

static int note_member(
	struct json_cursor *json, const char *const *name, int names, struct json_cursor *value)
{
	char found[LONGEST_NAME];
	struct json_cursor start = *json;
	size_t length;
	int i, error = read_name(json, found, &length);

	if (error)
		return error;
	i = number_of(name, names, found, length);
	if (i >= 0 && value[i].at)
		return json_wrong(&start, "a name that stands here twice");
	if (i >= 0)
		value[i] = *json;
	return skip_value(json, 1);
}

int json_members(
	struct json_cursor *json, const char *const *name, int names, struct json_cursor *value)
{
	int error = 0;

	for (int i = 0; i < names; i++)
		value[i] = (struct json_cursor){ 0 };
	if (!accept(json, '{'))
		return json_wrong(json, "expected an object");
	for (bool first = true; !error && !is_at(json, '}'); first = false)
		error = first || accept(json, ',') ? note_member(json, name, names, value)
						   : json_wrong(json, "expected , or }");
	if (!error)
		accept(json, '}');
	return error;
}

bool json_whole_at(struct json_cursor json, int64_t *number)
{
	bool whole = false;

	return json.at && (is_at(&json, '-') || (*json.at >= '0' && *json.at <= '9')) &&
	       !read_number(&json, number, &whole) && whole;
}

bool json_string_at(struct json_cursor json, char *text, size_t room, size_t *length)
{
	return json.at && is_at(&json, '"') && !json_read_string(&json, text, room, length);
}
