/* Drawings of networks and forests: Graphviz, plain text, SVG. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_TREE_DRAWING_H
#define ANALYSIS_DRAW_TREE_DRAWING_H

#include <stdio.h>
#include "topology/tree.h"

enum {
	DRAW_NODES = 4096
}; /* more than anybody can see */

/* Each returns 0, -EINVAL with why when the network is too large to be seen, or -errno when the
 * file cannot be written. A forest is drawn as seen from `root`, that is, translated. */
int network_draw_dot(const struct network *net, FILE *file);
int network_draw_svg(const struct network *net, FILE *file);

int forest_draw_dot(const struct forest *forest, int root, FILE *file);
int forest_draw_svg(const struct forest *forest, int root, FILE *file);

/* Each tree as an outline; a node with one child has it on its own line. */
int forest_draw_text(const struct forest *forest, int root, FILE *file);

/* For the drawings: refuses what is too large; and what comes of having written a file. */
int draw_begin(const struct network *net);
int draw_end(FILE *file);

/* The colour of a link: links that change the same digit have the same one; where there are no
 * digits, the two ends of a link count as one. */
int draw_dimension(const struct network *net, int port);

/* Children of the nodes of tree j, nodes with their place relative to the root: those of c are
 * child[first[c]] ... child[first[c + 1] - 1]. */
struct children {
	int *first, *child;
};
int children_open(struct children *children, const struct forest *forest, int j);
void children_free(struct children *children);

#endif
