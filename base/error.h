/* The one line, kept for each thread, that tells a human why the last call failed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

/* Records the line and returns -error, so that a refusal is one statement:
 *	return why(EINVAL, "nesbt: needs a cube, got %s", net->name);                       */
int why(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What a public call returns: its error, and after a success no line is left. */
int why_answer(int error);

/* The last line recorded by this thread; "" when there was none. */
const char *why_text(void);

#endif
