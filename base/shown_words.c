/* Prints lines for people from words that may be too long or full of control characters. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/shown_words.h"
#include "base/surroundings.h"

static const char gap[] = "...";

/* Returns true if this byte continues a character of UTF-8. */
static int goes_on(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Replaces control characters by '?', also U+0080 to U+009f, which are two bytes in UTF-8. */
static void make_plain(char *line)
{
	for (unsigned char *c = (unsigned char *)line; *c; c++) {
		if (*c < 0x20 || *c == 0x7f)
			*c = '?';
		if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
			c[0] = c[1] = '?';
	}
}

/* Keeps the first half of the line. The end of the whole text takes the place of the second
 * half. */
static void join(char *line, size_t size, const char *whole, size_t length)
{
	size_t head = size / 2, tail = size - head - sizeof gap;

	while (head && goes_on(whole[head]))
		head--;
	while (tail && goes_on(whole[length - tail]))
		tail--;
	memcpy(line + head, gap, sizeof gap - 1);
	memcpy(line + head + sizeof gap - 1, whole + length - tail, tail + 1);
}

void line_fit(char *line, size_t size, const char *format, va_list arguments)
{
	struct surroundings callers = surroundings_plain();
	va_list again;
	char *whole;
	int length;

	va_copy(again, arguments);
	length = vsnprintf(line, size, format, arguments);
	whole = length >= (int)size ? malloc((size_t)length + 1) : NULL;
	if (whole) {
		vsnprintf(whole, (size_t)length + 1, format, again);
		join(line, size, whole, (size_t)length);
	}
	va_end(again);
	surroundings_restore(&callers);
	free(whole);
	make_plain(line);
}
