/* Declares the axis of a drawn schedule, which places a packet's bar by step or by time. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_TIME_AXIS_H
#define ANALYSIS_DRAW_TIME_AXIS_H

#include <stdio.h>
#include "analysis/draw/link_chart.h"
#include "plan/model/simulator.h"

/* All numbers but the times are pixels. */
struct axis {
	const struct chart *chart;
	double width;	       /* of all columns, or of the whole time */
	double *start, *end;   /* of each packet in seconds; NULL: by steps */
	double beta, total, bound; /* seconds */
};

/* The bar of a packet: its bytes, after its start-up (0 by steps). */
struct bar {
	double left, width, start_up;
};

/* Makes an axis with a column for each step, where the width of a bar shows the bytes. Returns
 * 0. */
int axis_steps(struct axis *axis, const struct chart *chart);

/* Makes an axis of the asynchronous simulation's time, which shows the lower bound, too. Returns 0
 * or -ENOMEM. axis_free accepts a struct of zeros. */
int axis_times(struct axis *axis, const struct chart *chart, const struct machine *machine,
	double bound);
void axis_free(struct axis *axis);

struct bar axis_bar(const struct axis *axis, size_t packet);

/* Draws lines from top to bottom with numbers above. */
void axis_draw(const struct axis *axis, FILE *file);

#endif
