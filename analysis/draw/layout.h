/* Declares the layout of a network: the places of its nodes in a drawing. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LAYOUT_H
#define ANALYSIS_DRAW_LAYOUT_H

#include "topology/network.h"
#include "analysis/draw/svg.h"

/* The places have units of about the distance of neighbours, from (0, 0) to (width, height). */
struct layout {
	struct point *at;   /* [nodes] */
	struct point *bend; /* [nodes * ports]: of each link, at its lesser end; NAN: none */
	double width, height;
	double wrap; /* butterfly: the distance of the second level 0 below the first; else 0 */
};

/* Returns 0 or -ENOMEM. */
int layout_open(struct layout *layout, const struct network *net);
void layout_free(struct layout *layout);

/* Finds the two ends of v's link through that port. A link that wraps around goes to an image of
 * the node on level 0, below the last level. */
void layout_link(const struct layout *layout, const struct network *net, int v, int port,
	struct point *from, struct point *to);

/* Finds the bend of a link: a link that would pass behind a third node is a quadratic Bezier curve
 * with this control point. Returns false for a straight link. */
bool layout_bend(
	const struct layout *layout, const struct network *net, int v, int port,
	struct point *bend);

#endif
