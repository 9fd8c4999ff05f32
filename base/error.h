/* The error line: a line for each thread that tells a human why the last failed call failed. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

enum {
	WHY_BYTES = 512
};

/* Records the line and returns -error, so that a refusal is a single statement:
 *
 *	return why(EINVAL, "nesbt: needs a cube, got %s", net->name);
 */
int why(int error, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Returns `error`, as the result of a public call. After a success the line is cleared. */
int why_answer(int error);

/* Returns the last line that this thread recorded, or "" if there is none. */
const char *why_text(void);

/* Keeps this thread's line in (*line)[WHY_BYTES] from now on, for a thread that runs several bodies
 * in turn; NULL: in the thread's own line. Returns what was in use before. */
char *const *why_use(char *const *line);

#endif
