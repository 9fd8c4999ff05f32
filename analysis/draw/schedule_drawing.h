/* Drawings of schedules: a trace for Chrome and Perfetto, and a picture of links over steps. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_SCHEDULE_DRAWING_H
#define ANALYSIS_DRAW_SCHEDULE_DRAWING_H

#include <stdio.h>
#include "plan/model/simulator.h"

/* What a drawing shows: more could not be seen, or loaded. */
enum {
	DRAW_LANES = 4096,
	DRAW_STEPS = 4096,
	DRAW_PACKETS = 1 << 20
};

/* A trace of the asynchronous simulation: a process for each node, a thread for each of its links.
 * 0, -EINVAL with why when it is too large, or -errno. */
int schedule_draw_trace(const struct schedule *schedule, const struct machine *machine, FILE *file);

/* A row for each link that is used, a column for each step. 0, -EINVAL or -errno as above. */
int schedule_draw_svg(const struct schedule *schedule, FILE *file);

/* A row for each link that is used, against the time of the asynchronous simulation; with a line at
 * `bound` seconds, where no schedule ends before (0: none). As above. */
int schedule_draw_times(
	const struct schedule *schedule, const struct machine *machine, double bound, FILE *file);

/* For a terminal: a row for each link, a character for each step, which tells the tree, the block or
 * the part as the colours of the pictures do. -EINVAL with why when it is broader or longer than a
 * terminal. */
int schedule_draw_text(const struct schedule *schedule, FILE *file);

#endif
