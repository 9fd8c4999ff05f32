/* Ends an application that cannot do what was asked, with a line of text. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apps/fail.h"

enum {
	HALF = 240 /* bytes that stay at either end of a line that is too long */
};

/* Returns true if the byte continues a character of UTF-8. */
static bool goes_on(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* Replaces control characters, which a terminal would obey, by '?', including U+0080 to U+009f,
 * which UTF-8 writes as two bytes. */
static void make_plain(char *line)
{
	for (unsigned char *c = (unsigned char *)line; *c; c++) {
		if (*c < 0x20 || *c == 0x7f)
			*c = '?';
		if (*c == 0xc2 && c[1] >= 0x80 && c[1] < 0xa0)
			c[0] = c[1] = '?';
	}
}

void print_plain(FILE *file, const char *text)
{
	size_t length = strlen(text), head = HALF, tail = HALF;
	char *line = strdup(text);

	if (!line)
		return;
	make_plain(line);
	if (length <= 2 * HALF) {
		fputs(line, file);
	} else {
		while (goes_on(line[head]))
			head--;
		while (goes_on(line[length - tail]))
			tail--;
		fprintf(file, "%.*s...%s", (int)head, line, line + length - tail);
	}
	free(line);
}

_Noreturn void fail(int status, const char *format, ...)
{
	va_list arguments;
	char *line;

	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(arguments, format);
	print_plain(
		stderr, vasprintf(&line, format, arguments) < 0 ? "no memory to say why" : line);
	va_end(arguments);
	fputc('\n', stderr);
	exit(status);
}

/* Ends the application after an error of standard output. When the reason of an earlier failed
 * write is lost, another byte is written to provoke the same error again. */
void need_printed(void)
{
	bool before = ferror(stdout);

	errno = 0;
	if (!fflush(stdout) && !before)
		return;
	if (!errno && putchar('\n') != EOF)
		fflush(stdout);
	fail(REFUSED, "standard output: %s", strerror(errno ? errno : EIO));
}
