/* Draws networks and forests as SVG. */
/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DRAW_TREE_DRAWING_H
#define ANALYSIS_DRAW_TREE_DRAWING_H

#include <stdio.h>
#include "topology/tree.h"

enum {
	DRAW_NODES = 4096
}; /* more than anybody can see */

/* Each function returns 0, -EINVAL with why when the network is too large to be seen, or -errno
 * when the file cannot be written. A forest is drawn translated, with `root` as root. */
int network_draw_svg(const struct network *net, FILE *file);

/* Draws all trees (`tree` -1), or a tree over the others, which are shaded. A single tree has a
 * colour for each subtree of the root. */
int forest_draw_svg(const struct forest *forest, int root, int tree, FILE *file);

/* For use by the drawings: refuse a network that is too large, and report errors of writing the
 * file. */
int draw_begin(const struct network *net);
int draw_end(FILE *file);

/* Returns the colour of a link. Links that change the same digit have the same colour; without
 * digits, the two directions of a link have the same colour. */
int draw_dimension(const struct network *net, int port);

/* Returns how many dimensions the links of a table have, by the digits of its nodes; 0: none. */
int draw_table_dimensions(const struct network *net);

/* Returns the number for the colour of the link from node v through the port: in a table the digit
 * that the link changes, because there the ports of two nodes with the same number may lead in
 * different directions. */
int draw_link_dimension(const struct network *net, int v, int port);

/* The children of the nodes of tree j, as places relative to the root: the children of c are
 * child[first[c]] ... child[first[c + 1] - 1]. */
struct children {
	int *first, *child;
};
int children_open(struct children *children, const struct forest *forest, int j);
void children_free(struct children *children);

#endif
