/* How an application ends when it cannot do what was asked: one line, and an exit status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APPS_FAIL_H
#define APPS_FAIL_H

enum {
	CHECK_FAILED = 1,
	REFUSED = 2, /* wrong usage, or an impossible request */
	TIMED_OUT = 3,
};

/* Prints "transpose: ..." to standard error and ends the program. */
_Noreturn void fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Ends the program when not all of standard output could be written. */
void need_printed(void);

#endif
