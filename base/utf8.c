/* Reads and writes the characters of a text in UTF-8. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>
#include "base/utf8.h"

size_t utf8_bytes(const char *text, size_t length)
{
	const unsigned char *s = (const unsigned char *)text;
	size_t bytes = *s < 0x80 ? 1 : *s < 0xc2 ? 0 : *s < 0xe0 ? 2 : *s < 0xf0 ? 3 : 4;

	if (!bytes || bytes > length || *s > 0xf4)
		return 0;
	for (size_t i = 1; i < bytes; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	/* longer than needed, halves of pairs, and beyond the last character */
	if ((*s == 0xe0 && s[1] < 0xa0) || (*s == 0xed && s[1] >= 0xa0) ||
		(*s == 0xf0 && s[1] < 0x90) || (*s == 0xf4 && s[1] >= 0x90))
		return 0;
	return bytes;
}

size_t utf8_printable(const char *text, size_t length)
{
	unsigned char first = (unsigned char)text[0];
	size_t bytes = utf8_bytes(text, length);

	if (first < 0x20 || first == 0x7f ||
		(first == 0xc2 && bytes && (unsigned char)text[1] < 0xa0))
		return 0;
	if (bytes == 3 && (!memcmp(text, "\xef\xbf\xbe", 3) || !memcmp(text, "\xef\xbf\xbf", 3)))
		return 0;
	return bytes;
}

size_t utf8_put(char text[4], uint32_t character)
{
	size_t bytes = character < 0x80 ? 1 : character < 0x800 ? 2 : character < 0x10000 ? 3 : 4;
	static const unsigned char first[] = { 0, 0, 0xc0, 0xe0, 0xf0 };

	for (size_t i = bytes - 1; i > 0; i--, character >>= 6)
		text[i] = (char)(0x80 | (character & 0x3f));
	text[0] = (char)(first[bytes] | character);
	return bytes;
}
