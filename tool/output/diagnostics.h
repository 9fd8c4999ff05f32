/* Prints refusals, a line on standard error each, and returns the exit status. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_DIAGNOSTICS_H
#define TOOL_OUTPUT_DIAGNOSTICS_H

enum status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,    /* a check or a threshold failed */
	STATUS_REFUSED = 2,   /* wrong usage, or an impossible request */
	STATUS_TIMED_OUT = 3, /* timeout or deadlock */
};

/* Sets the name of the program in messages, which is "grove" otherwise. The name must stay
 * valid. */
void say_for(const char *name);

const char *said_for(void); /* that name */

/* Sets the sub-command at the start of messages; NULL: none yet. The name must stay valid. */
void say_as(const char *command);

/* Prints "grove plan: ..." and returns the status, so that a refusal is a single statement. The
 * line may quote the user's words: characters that control a terminal are replaced. */
int say(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Same as say(STATUS_REFUSED, ...). */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints why_text() and returns the status for a negative errno. */
int say_why(int error);
const char *last_said(void);
int status_of(int error);

/* Does the same after printing to standard output, but prints nothing if standard output failed,
 * because main() reports that. */
int say_output(int error);

#endif
