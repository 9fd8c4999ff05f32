/* Layouts: where the nodes of a network lie on paper. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LAYOUT_H
#define ANALYSIS_DRAW_LAYOUT_H

#include "topology/network.h"
#include "analysis/draw/svg.h"

/* Places in units of about the distance of neighbours, from (0, 0) to (width, height). */
struct layout {
	struct point *at; /* [nodes] */
	double width, height;
	double wrap; /* butterfly: how far below level 0 it is drawn once more; else 0 */
};

/* 0 or -ENOMEM. */
int layout_open(struct layout *layout, const struct network *net);
void layout_free(struct layout *layout);

/* The two ends of the link of v through that port. A link that wraps goes to an image of the node
 * on level 0, below the last level. */
void layout_link(const struct layout *layout, const struct network *net, int v, int port,
	struct point *from, struct point *to);

#endif
