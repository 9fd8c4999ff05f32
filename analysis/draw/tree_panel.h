/* Declares the panel of a tree: the root at the top, the leaves side by side. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_TREE_PANEL_H
#define ANALYSIS_DRAW_TREE_PANEL_H

#include "analysis/draw/tree_drawing.h"
#include "analysis/draw/svg.h"

enum {
	PANEL_LEVEL = 46
}; /* pixels from a level of the tree to the next */

struct panel {
	const struct forest *forest;
	struct children children;
	int root, j;
	const int *hue; /* of each node, relative to the root; NULL: the number of the tree */
	struct point corner;
	double leaf, pitch; /* pixels: the next leaf's place; the distance between leaves */
	struct point *at;   /* of each node, relative to the root */
};

/* Returns 0 or -ENOMEM. panel_free accepts a struct of zeros. */
int panel_open(struct panel *panel, const struct forest *forest, int root, int j);
void panel_free(struct panel *panel);

double panel_width(const struct panel *panel);
double panel_height(const struct panel *panel);

/* Gives all nodes their places. The corner is left of the first leaf, at the root's height. */
void panel_place(struct panel *panel, struct point corner);
void panel_draw(const struct panel *panel, FILE *file);

#endif
