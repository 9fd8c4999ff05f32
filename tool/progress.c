/* Shows on a terminal what is being done. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>
#include "tool/progress.h"

#define ERASE "\r\033[K"

static bool shown;

void progress(const char *format, ...)
{
	va_list arguments;

	if (!isatty(STDERR_FILENO))
		return;
	va_start(arguments, format);
	fputs(ERASE, stderr);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fflush(stderr);
	shown = true;
}

void progress_end(void)
{
	if (shown)
		fputs(ERASE, stderr);
	shown = false;
}
