/* Writes schedules as text: for a terminal, as a trace for Chrome and Perfetto, as tables. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_TEXT_SCHEDULE_TEXT_H
#define ANALYSIS_TEXT_SCHEDULE_TEXT_H

#include "analysis/draw/schedule_drawing.h"

/* Writes a trace of the asynchronous simulation: a process for each node, a thread for each of its
 * links. Returns 0, -EINVAL with why when the trace is too large, or -errno. */
int schedule_draw_trace(const struct schedule *schedule, const struct machine *machine, FILE *file);

/* Prints for a terminal: a row for each link, a character for each step. The character is the
 * number of the colour in a picture. Returns -EINVAL with why when the text is
 * broader or longer than a terminal. */
int schedule_draw_text(const struct schedule *schedule, enum colour_by by, FILE *file);

/* Prints a table of what each node holds after each step, for any schedule, right or wrong. Returns
 * 0, -ENOMEM, -EINVAL with why when the table would be too large, or -errno. */
int schedule_draw_holdings(const struct schedule *schedule, FILE *file);

/* Prints the same as JSON: what each node holds at the beginning, and the arrivals of each step.
 * Returns 0, -ENOMEM, -EINVAL with why when there is too much to show, or -errno. */
int schedule_print_holdings(const struct schedule *schedule, FILE *file);

#endif
