/* Refusals: one line on standard error, and the exit status that goes with it. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_DIAGNOSTICS_H
#define TOOL_OUTPUT_DIAGNOSTICS_H

enum status {
	STATUS_DONE = 0,
	STATUS_FAILED = 1,    /* a check or a threshold */
	STATUS_REFUSED = 2,   /* wrong usage, or an impossible request */
	STATUS_TIMED_OUT = 3, /* or deadlocked */
};

/* The sub-command that speaks; NULL: none yet. Static storage. */
void say_as(const char *command);

/* Prints "grove plan: ..." and returns the status, so that a refusal is one statement. What the user
 * typed may stand in the line: characters that control a terminal are replaced. */
int say(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* say(STATUS_REFUSED, ...) */
int refuse(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Says why_text(), with the status that a negative errno means. */
int say_why(int error);
int status_of(int error);

/* The same for what prints to standard output; but that it cannot be written, main says, once. */
int say_output(int error);

#endif
