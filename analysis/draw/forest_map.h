/* Declares the picture of many trees on a network that is too large for an arrow for each arc. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_FOREST_MAP_H
#define ANALYSIS_DRAW_FOREST_MAP_H

#include "analysis/draw/layout.h"
#include "analysis/draw/tree_drawing.h"

/* Returns 0 or -ENOMEM. */
int forest_draw_map(const struct forest *forest, const struct layout *layout, int root, FILE *file);

/* Writes the title of a sheet, "nesbt on cube:3, root 000", after the given words. */
enum {
	FOREST_TITLE = NETWORK_NAME + NETWORK_LABEL + 64
};
void forest_title(
	const struct forest *forest, int root, const char *words, char title[FOREST_TITLE]);

#endif
