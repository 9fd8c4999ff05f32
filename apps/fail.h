/* Ends an application that cannot do its task, with a line of text and an exit status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_FAIL_H
#define APPS_FAIL_H

#include <stdio.h>

enum {
	CHECK_FAILED = 1,
	REFUSED = 2, /* wrong usage, or an impossible request */
	TIMED_OUT = 3,
};

/* Prints text from anywhere, such as the command line. A long text loses its middle but keeps its
 * end, which has the reason. Control characters, which a terminal would obey, become '?'. */
void print_plain(FILE *file, const char *text);

/* Prints "transpose: ..." to standard error and ends the application. */
_Noreturn void fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the application when not all of standard output could be written. */
void need_printed(void);

#endif
