/* Declares the few shapes of our pictures, written as SVG. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_SVG_H
#define ANALYSIS_DRAW_SVG_H

#include <stdio.h>

struct point {
	double x, y;
};

/* The style of a line. */
struct pen {
	const char *colour, *dashes; /* "#0072b2"; "" or "6 3" */
	double width;
};

enum {
	SVG_COLOUR = 8,
	SVG_GAP = 17 /* of a bent arrow, as `gap` below */
};

/* Return the i-th colour and the i-th pattern of dashes. The first eight colours can be told apart
 * by the colour-blind, too; later colours go round the colour wheel. The first pattern is a full
 * line. */
const char *svg_colour(int i, char colour[SVG_COLOUR]);
const char *svg_dashes(int i);

/* Returns white or black, the ink that can be read on a colour "#0072b2". */
const char *svg_ink(const char *colour);

void svg_begin(FILE *file, double width, double height, const char *title);
void svg_end(FILE *file);

/* Sizes are font sizes in pixels; anchors are "start", "middle", "end". */
void svg_text(FILE *file, struct point at, double size, const char *anchor, const char *text);
void svg_line(FILE *file, struct point from, struct point to, const struct pen *pen);

/* Writes a number that can be read on top of lines. */
void svg_number(FILE *file, struct point at, double size, int number);

/* Writes the attributes of a line, inside an element that is begun. */
void svg_stroke(FILE *file, const struct pen *pen);

/* Draw a line through points: begin, each point, end. */
void svg_curve_begin(FILE *file);
void svg_curve_point(FILE *file, struct point at);
void svg_curve_end(FILE *file, const struct pen *pen);

/* Draws a filled circle. */
void svg_dot(FILE *file, struct point at, double radius, const char *colour);

/* Draws a line with a head that ends `gap` before `to` and begins the same distance after
 * `from`. */
void svg_arrow(FILE *file, struct point from, struct point to, double gap, const struct pen *pen);

/* The same along a quadratic Bezier curve with that control point. */
void svg_arrow_bent(
	FILE *file, struct point from, struct point bend, struct point to, const struct pen *pen);

/* Returns a point of such a curve, 0 <= t <= 1. */
struct point svg_curve_at(struct point from, struct point bend, struct point to, double t);

/* A rectangle with round ends around a label. */
double svg_pill_width(double size, const char *label);
double svg_pill_height(double size);
void svg_pill(FILE *file, struct point at, double size, const char *label, const struct pen *pen);

/* Writes text, with the special characters of SVG escaped. */
void svg_escape(FILE *file, const char *text);

#endif
