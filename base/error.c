/* Keeps the line that says why the last failed call of this thread failed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include "base/shown_words.h"
#include "base/error.h"

static _Thread_local char own_line[WHY_BYTES];
static _Thread_local char *const *other_line; /* NULL: the thread's own line is in use */

static char *why_line(void)
{
	return other_line ? *other_line : own_line;
}

int why(int error, const char *format, ...)
{
	va_list arguments;
	char text[WHY_BYTES]; /* a caller may pass why_text() itself as an argument */

	va_start(arguments, format);
	line_fit(text, sizeof text, format, arguments);
	va_end(arguments);
	snprintf(why_line(), WHY_BYTES, "%s", text);
	return -error;
}

int why_answer(int error)
{
	if (!error)
		*(other_line ? *other_line : own_line) = 0;
	return error;
}

const char *why_text(void)
{
	return why_line();
}

char *const *why_use(char *const *line)
{
	char *const *before = other_line;

	other_line = line;
	return before;
}
