/* Declares links as pieces of one SVG path, which stays small however many links there are. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LINK_PATHS_H
#define ANALYSIS_DRAW_LINK_PATHS_H

#include "analysis/draw/layout.h"

/* A network on paper: the place of the layout's (0, 0), and the pixels of a unit. */
struct canvas {
	const struct network *net;
	const struct layout *layout;
	struct point corner;
	double unit;
};

/* Returns the place on paper of a place of the layout. */
struct point canvas_point(const struct canvas *canvas, struct point at);

/* Write a path: begin, each link, svg_curve_end. `share` is 1 for v's whole link through the port,
 * 0.5 for the half of the link at v. */
void path_begin(FILE *file);
void path_link(const struct canvas *canvas, int v, int port, double share, FILE *file);

/* Writes all links of the network. */
void path_network(const struct canvas *canvas, const struct pen *pen, FILE *file);

#endif
