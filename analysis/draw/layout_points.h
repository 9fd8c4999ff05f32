/* What layouts are made of: points, circles, and the places of nodes kind by kind. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LAYOUT_POINTS_H
#define ANALYSIS_DRAW_LAYOUT_POINTS_H

#include "topology/network.h"
#include "analysis/draw/svg.h"

#define TURN 6.283185307179586 /* in radians */

struct point plus(struct point a, struct point b);
struct point polar(double radius, double turns);

/* The radius of a circle on which k things of that size have room, and the size of it all. */
double circle(int k, double *size);

/* The i-th of k places on it, the first one at the top. */
struct point on_circle(double radius, int i, int k);

/* A corner of the n-cube. */
struct point cube_place(int v, int n);

/* The places of all nodes of a kind of network. */
void place_digits(const struct network *net, struct point *at);
void place_star(const struct network *net, struct point *at);
void place_ccc(const struct network *net, struct point *at);

#endif
