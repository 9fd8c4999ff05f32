/* Declares the chart of a schedule with fewer rows than links. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_FOLDED_SVG_H
#define ANALYSIS_DRAW_FOLDED_SVG_H

#include "analysis/draw/chart_rows.h"
#include "analysis/draw/colours.h"
#include "analysis/draw/time_axis.h"

/* A chart that is open, with its axis and colours. The heights of the chart are changed. */
struct folded {
	struct chart *chart;
	const struct axis *axis;
	const struct colours *hues;
	enum rows_by by;
	FILE *file;
};

/* Draws stacks of packets: a stack is as high as the number of packets that are under way at once.
 * Returns 0 or -errno. */
int folded_draw(const struct folded *folded);

#endif
