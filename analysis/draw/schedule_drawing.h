/* Draws schedules as pictures of links over steps, over time, and in motion. */
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

/* The style of a chart. A zero stands for the default. */
struct chart_look {
	enum colour_by colour;
	enum rows_by rows;
	int stop; /* 1 + the step in which a picture that moves stands still */
};

/* Draws rows, such as used links, and a column for each step. Returns 0, -errno, or
 * -EINVAL with why when the picture is too large or the colours cannot have that meaning. */
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

#endif
