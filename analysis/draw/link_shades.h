/* Declares shades of links: the more trees use a link, the darker the link. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_LINK_SHADES_H
#define ANALYSIS_DRAW_LINK_SHADES_H

#include "analysis/draw/legend.h"
#include "analysis/draw/link_paths.h"
#include "topology/tree.h"

/* A link has two directions. The half of a drawn link at a node has the shade of the direction that
 * leaves the node. */
struct link_shades {
	const struct network *net;
	int *trees; /* [nodes * ports]: that send through this port of the node */
	int most;
	int darkest; /* lightness of the darkest shade, 0: black, to 255: white */
};

/* Counts the trees of a forest moved to a root, all but the tree `but` (-1: all). Returns 0 or
 * -ENOMEM. shades_free accepts a struct of zeros. */
int shades_open(struct link_shades *shades, const struct forest *forest, const struct network *net,
	int root, int but);
void shades_free(struct link_shades *shades);

void shades_draw(const struct link_shades *shades, const struct canvas *canvas, FILE *file);

/* Draws the legend: a line for each shade, with the number of trees and of directed links. */
void shades_explain(const struct link_shades *shades, struct legend *legend);

#endif
