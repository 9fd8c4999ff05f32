/* Skips the byte order mark of a text, and refuses texts that are not UTF-8. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <string.h>
#include "base/error.h"
#include "base/text_mark.h"

/* A plain letter has a byte of value 0 in UTF-16 and UTF-32, so these are seen without a mark,
 * too. */
int text_mark(const char *text, size_t length)
{
	if (length >= 3 && !memcmp(text, "\xef\xbb\xbf", 3))
		return 3;
	if (length >= 2 && (!memcmp(text, "\xff\xfe", 2) || !memcmp(text, "\xfe\xff", 2) ||
				   !text[0] || !text[1]))
		return why(EINVAL, "the text is UTF-16 or UTF-32: save the file as UTF-8");
	return 0;
}

/* The C libraries of Linux and WASI take back as many bytes as were just read. */
int text_mark_pass(FILE *file, const char *name)
{
	char text[4];
	size_t length = fread(text, 1, sizeof text, file);
	int mark = text_mark(text, length);

	clearerr(file);
	while (mark >= 0 && length > (size_t)mark)
		ungetc((unsigned char)text[--length], file);
	return mark < 0 ? why(EINVAL, "%s: %s", name, why_text()) : 0;
}

void text_end_lines(char *text)
{
	for (char *at = text; (at = strchr(at, '\r')); at++)
		if (at[1] != '\n')
			*at = '\n';
}
