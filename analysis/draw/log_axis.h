/* Declares logarithmic axes of plots, with ticks at round sizes, times and rates. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LOG_AXIS_H
#define ANALYSIS_DRAW_LOG_AXIS_H

#include <stdbool.h>
#include <stddef.h>
#include "base/unit_scales.h"

/* Values from `low` to `high` lie between the pixels `from` and `to`. */
struct log_axis {
	enum quantity quantity;
	double low, high, from, to;
};

enum {
	TICK_TEXT = 24,
	TICKS = 9 /* most ticks with a text */
};

/* Widens an axis without values (low 0), or moves its ends, so that the value is on the axis. A
 * value that is not positive and finite is left out. */
void log_axis_include(struct log_axis *axis, double value);

/* Moves the ends outwards to round values. Returns false if no value was included. */
bool log_axis_round(struct log_axis *axis);

/* Returns the pixel of a value. */
double log_axis_at(const struct log_axis *axis, double value);

/* Returns the i-th tick, from 0; 0 behind the last. Sets *text to its label. */
double log_axis_tick(const struct log_axis *axis, int i, char text[TICK_TEXT]);

#endif
