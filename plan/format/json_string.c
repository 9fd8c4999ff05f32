/* Reads the strings of JSON, with their escapes and their characters of UTF-8. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "plan/format/json_cursor.h"
#include "base/utf8.h"

static int read_hexadecimal(struct json_cursor *j, uint32_t *number)
{
	static const char digits[] = "0123456789abcdefABCDEF";

	*number = 0;
	for (int i = 0; i < 4; i++, j->at++) {
		const char *digit = j->at < j->end ? memchr(digits, *j->at, 22) : NULL;
		uint32_t value = digit ? (uint32_t)(digit - digits) : 0;

		if (!digit)
			return json_wrong(j, "expected four digits, 0 to 9 or a to f");
		*number = *number * 16 + (value < 16 ? value : value - 6);
	}
	return 0;
}

/* Reads what follows \u; a character beyond 16 bits is a pair of halves. */
static int read_escaped_number(struct json_cursor *j, uint32_t *character)
{
	uint32_t low = 0;
	int error = read_hexadecimal(j, character);

	if (!error && !*character)
		error = json_wrong(j, "a character 0");
	if (error || (*character & 0xf800) != 0xd800)
		return error;
	if (*character < 0xdc00 && j->end - j->at > 2 && !memcmp(j->at, "\\u", 2)) {
		j->at += 2;
		error = read_hexadecimal(j, &low);
	}
	if (!error && (low & 0xfc00) != 0xdc00)
		error = json_wrong(j, "half of a pair of characters");
	*character = 0x10000 + ((*character & 0x3ff) << 10) + (low & 0x3ff);
	return error;
}

static int read_escape(struct json_cursor *j, char bytes[4], size_t *count)
{
	static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
	const char *found = j->at < j->end ? memchr(escaped, *j->at, 8) : NULL;
	uint32_t character;

	*count = 1;
	if (found) {
		*bytes = meant[found - escaped];
		j->at++;
		return 0;
	}
	if (j->at == j->end || *j->at != 'u')
		return json_wrong(j, "expected an escape: one of \"\\/bfnrtu");
	j->at++;
	if (read_escaped_number(j, &character))
		return -EINVAL;
	*count = utf8_put(bytes, character);
	return 0;
}

/* Reads a character of a string to `bytes`. */
static int read_character(struct json_cursor *j, char bytes[4], size_t *count)
{
	if (j->at == j->end || (unsigned char)*j->at < ' ')
		return json_wrong(j, "expected a closing quote");
	if (*j->at == '\\') {
		j->at++;
		return read_escape(j, bytes, count);
	}
	*count = utf8_bytes(j->at, (size_t)(j->end - j->at));
	if (!*count)
		return json_wrong(j, "no character of UTF-8");
	memcpy(bytes, j->at, *count);
	j->at += *count;
	return 0;
}

int json_read_string(struct json_cursor *j, char *text, size_t room, size_t *length)
{
	char bytes[4];
	size_t count = 0;

	if (j->at == j->end || *j->at != '"')
		return json_wrong(j, "expected a string");
	*length = 0;
	for (j->at++; j->at == j->end || *j->at != '"'; *length += count) {
		if (read_character(j, bytes, &count))
			return -EINVAL;
		for (size_t i = 0; i < count && *length + i < room; i++)
			text[*length + i] = bytes[i];
	}
	j->at++;
	return 0;
}
