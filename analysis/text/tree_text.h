/* Writes networks and forests as text: for Graphviz, and as outlines. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_TEXT_TREE_TEXT_H
#define ANALYSIS_TEXT_TREE_TEXT_H

#include "analysis/draw/tree_drawing.h"

/* Return the same as the functions that draw (tree_drawing.h). */
int network_draw_dot(const struct network *net, FILE *file);
int forest_draw_dot(const struct forest *forest, int root, FILE *file);

/* Prints each tree as an outline. A node with a single child has that child on the same line. */
int forest_draw_text(const struct forest *forest, int root, FILE *file);

#endif
