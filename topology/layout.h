/* Layouts: where the nodes of a network lie on paper. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TOPOLOGY_LAYOUT_H
#define TOPOLOGY_LAYOUT_H

#include "topology/network.h"
#include "topology/svg.h"

/* Places in units of about the distance of neighbours, from (0, 0) to (width, height). */
struct layout {
	struct point *at; /* [nodes] */
	double width, height;
};

/* 0 or -ENOMEM. */
int layout_open(struct layout *layout, const struct network *net);
void layout_free(struct layout *layout);

#endif
