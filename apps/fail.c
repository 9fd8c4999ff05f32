/* Ends an application that cannot do what was asked, with one line. */
/* SPDX-License-Identifier: BSD-2-Clause */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "apps/fail.h"

_Noreturn void fail(int status, const char *format, ...)
{
	va_list arguments;

	fprintf(stderr, "%s: ", program_invocation_short_name);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	fputc('\n', stderr);
	exit(status);
}

void need_printed(void)
{
	if (fflush(stdout) || ferror(stdout))
		fail(REFUSED, "standard output: %s", strerror(errno));
}
