/* Declares points, circles, and the functions that place the nodes of each kind of network. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LAYOUT_POINTS_H
#define ANALYSIS_DRAW_LAYOUT_POINTS_H

#include "topology/network.h"
#include "analysis/draw/svg.h"

#define TURN 6.283185307179586 /* in radians */

struct point plus(struct point a, struct point b);
struct point polar(double radius, double turns);

/* Returns the radius of a circle with room for k things of that size, and sets the size of the
 * whole circle. */
double circle(int k, double *size);

/* Returns the i-th of k places on a circle; the first place is at the top. */
struct point on_circle(double radius, int i, int k);

/* Returns the place of a corner of the n-cube. */
struct point cube_place(int v, int n);

/* Place all nodes of a kind of network. */
void place_digits(const struct network *net, struct point *at);
void place_grid(const struct network *net, struct point *at);
void place_star(const struct network *net, struct point *at);
void place_ccc(const struct network *net, struct point *at);

/* Sets the bends of a layout whose nodes have their places (layout.h). Returns false if links still
 * pass behind nodes. */
struct layout;
bool layout_find_bends(struct layout *layout, const struct network *net);

#endif
