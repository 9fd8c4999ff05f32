/* Shows the progress of the command in a line on a terminal; elsewhere shows nothing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOOL_OUTPUT_PROGRESS_H
#define TOOL_OUTPUT_PROGRESS_H

/* Shows stage and seconds every second, beginning after two seconds. Ctrl-C removes the line and
 * ends the process. Not for use during measurements. */
void progress_watch(const char *command);

/* Names the stage that begins, such as "verifying". The text must stay valid. */
void progress_stage(const char *stage);

/* Shows a text instead of the line before. */
void progress(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Removes the line and stops the timer. To be called before any other output on the terminal. */
void progress_end(void);

/* Announces standard output. On a terminal the output replaces the line; elsewhere the line goes
 * on, because writing may take long, too. */
void progress_output(void);

#endif
