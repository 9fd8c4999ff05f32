/* Keeps the line that says why the last failed call of this thread failed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>
#include "base/shown_words.h"
#include "base/error.h"

static _Thread_local char line[512];

int why(int error, const char *format, ...)
{
	va_list arguments;
	char text[sizeof line]; /* a caller may pass why_text() itself as an argument */

	va_start(arguments, format);
	line_fit(text, sizeof text, format, arguments);
	va_end(arguments);
	snprintf(line, sizeof line, "%s", text);
	return -error;
}

int why_answer(int error)
{
	if (!error)
		line[0] = 0;
	return error;
}

const char *why_text(void)
{
	return line;
}
