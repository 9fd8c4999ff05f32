/* Progress: one line on a terminal that says what is being done; nothing when nobody watches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_PROGRESS_H
#define TOOL_PROGRESS_H

/* Shows the line in place of the one before. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Takes the line away: to be called before anything else is printed. */
void progress_end(void);

#endif
