/* Draws schedules: as a trace for Chrome and Perfetto, and as a picture of links over steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_SCHEDULE_DRAWING_H
#define ANALYSIS_DRAW_SCHEDULE_DRAWING_H

#include <stdio.h>
#include "analysis/draw/chart_rows.h"
#include "analysis/draw/colours.h"
#include "plan/model/simulator.h"

/* Limits of a drawing: more could not be seen, or loaded. */
enum {
	DRAW_LANES = 4096,
	DRAW_STEPS = 4096,
	DRAW_PACKETS = 1 << 20
};

/* Writes a trace of the asynchronous simulation: a process for each node, a thread for each of its
 * links. Returns 0, -EINVAL with why when the trace is too large, or -errno. */
int schedule_draw_trace(const struct schedule *schedule, const struct machine *machine, FILE *file);

/* The style of a chart. A zero stands for the default. */
struct chart_look {
	enum colour_by colour;
	enum rows_by rows;
	int stop; /* 1 + the step in which a picture that moves stands still */
};

/* Draws rows, such as used links, and a column for each step. Returns 0, -EINVAL or -errno as
 * above; -EINVAL also where the colours cannot have that meaning. */
int schedule_draw_svg(const struct schedule *schedule, const struct chart_look *look, FILE *file);

/* Draws the same rows along the time of the asynchronous simulation, with a line at
 * `bound` seconds, the lower bound (0: no line). Returns 0, -EINVAL or -errno as above. */
int schedule_draw_times(const struct schedule *schedule, const struct machine *machine,
	double bound, const struct chart_look *look, FILE *file);

/* Draws the network, on whose links the packets move, a second for each step, again and again, or
 * stand still. Returns 0, -EINVAL with why when the network or the schedule is too large, the
 * colours cannot have that meaning or there is no such step, or -errno. */
int schedule_draw_moving(
	const struct schedule *schedule, const struct chart_look *look, FILE *file);

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
