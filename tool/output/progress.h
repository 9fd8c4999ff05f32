/* Progress: one line on a terminal that says what is being done; nothing when nobody watches. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_PROGRESS_H
#define TOOL_OUTPUT_PROGRESS_H

/* From now on what takes more than two seconds says every second what it is at, and for how long. Ctrl-C takes
 * the line away and ends the process. Not while something is measured. */
void progress_watch(const char *command);

/* What is done from here on: "verifying"; a constant. */
void progress_stage(const char *stage);

/* Shows the line in place of the one before. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Takes the line away, and watches no longer: to be called before anything else is said. */
void progress_end(void);

/* Standard output begins: on a terminal it takes the line's place; elsewhere writing may take long, too. */
void progress_output(void);

#endif
