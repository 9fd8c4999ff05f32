/* The axis of a drawn schedule: where a packet's bar lies, by its step or by its time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_TIME_AXIS_H
#define ANALYSIS_DRAW_TIME_AXIS_H

#include <stdio.h>
#include "analysis/draw/link_chart.h"
#include "plan/model/simulator.h"

/* All in pixels but the times. */
struct axis {
	const struct chart *chart;
	double width;	       /* of all columns, or of the whole time */
	double *start, *end;   /* of each packet in seconds; NULL: by steps */
	double beta, total, bound; /* seconds */
};

/* The bytes of a packet, and its start-up in front of them (0 by steps). */
struct bar {
	double left, width, start_up;
};

/* A column for each step; the width of a bar says how many bytes. 0. */
int axis_steps(struct axis *axis, const struct chart *chart);

/* The asynchronous simulation, with the time that no schedule beats. 0 or -ENOMEM. axis_free takes
 * one that is all zeros. */
int axis_times(struct axis *axis, const struct chart *chart, const struct machine *machine,
	double bound);
void axis_free(struct axis *axis);

struct bar axis_bar(const struct axis *axis, size_t packet);

/* Lines from top to bottom with numbers above. */
void axis_draw(const struct axis *axis, FILE *file);

#endif
