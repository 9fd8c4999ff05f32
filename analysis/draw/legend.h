/* Declares the legend of a picture: lines with words, from left to right and row by row. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LEGEND_H
#define ANALYSIS_DRAW_LEGEND_H

#include <stdio.h>
#include "analysis/draw/svg.h"

enum {
	LEGEND_ROW = 18 /* pixels from a row to the next */
};

/* The next word or line stands at `at`. A legend without a file only measures: the height of a
 * picture is written before the picture. */
struct legend {
	FILE *file;
	double left, right;
	struct point at;
};

/* Returns a legend that measures, and begins the same legend again in a file. The first row has its
 * foot at `top`. */
struct legend legend_below(double left, double top, double right);
void legend_restart(struct legend *legend, double top, FILE *file);

/* Writes words at the beginning of a row. */
void legend_title(struct legend *legend, const char *text);

/* Draws a line, with the line's meaning on the right. */
void legend_line(struct legend *legend, const struct pen *pen, const char *text);

#endif
